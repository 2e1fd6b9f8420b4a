/** The limits of a new key as people type them. */
import { expect, it } from "vitest";
import { findErrors } from "@/components/parts/forms/use-form";
import { NewKey } from "../form-schemas";
import { toLimits } from "./key-limits";

it("empty fields limit nothing", () => {
  expect(toLimits({})).toBeUndefined();
  expect(toLimits({ toolkits: "", user_ids: " \n ", addresses: "\n" })).toBeUndefined();
});

it("each line is a user ID, with its commas; addresses can share a line", () => {
  expect(
    toLimits({ toolkits: "github,gmail", user_ids: "Lovelace, Ada\n bob \n", addresses: "10.0.0.0/8, ::1\n1.2.3.4" }),
  ).toEqual({
    toolkits: ["github", "gmail"],
    user_ids: ["Lovelace, Ada", "bob"],
    addresses: ["10.0.0.0/8", "::1", "1.2.3.4"],
  });
});

it("an error is at its field and names the line", () => {
  expect(findErrors(NewKey, { name: "a", addresses: "10.0.0.1\n10.0.0.300", user_ids: "x".repeat(2_000) })).toEqual({
    addresses: "“10.0.0.300” must be an address or a block such as 10.0.0.0/8.",
    user_ids: expect.stringMatching(/^“x{80}” must/),
  });
  const many = Array.from({ length: 201 }, (_, index) => `10.0.${index}.0/24`).join("\n");
  expect(findErrors(NewKey, { name: "a", addresses: many })).toEqual({ addresses: "This must name 200 at most." });
});

it("a form without limits is valid", () => {
  expect(findErrors(NewKey, { name: "a", expires_in_days: "30" })).toEqual({});
  expect(findErrors(NewKey, {}, {}, { name: "Enter a name." })).toEqual({ name: "Enter a name." });
});
