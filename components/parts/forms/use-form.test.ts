/** Tests the errors of a form and their wording. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { findErrors, withoutEmpty } from "./use-form";

const schema = z.object({ email: z.email(), password: z.string().min(12), name: z.string().optional() });

describe("findErrors", () => {
  it("names each wrong field once and prefers the form's sentence", () => {
    const errors = findErrors(schema, { email: "x" }, { password: "Use at least 12 characters." });
    expect(Object.keys(errors).sort()).toEqual(["email", "password"]);
    expect(errors.password).toBe("Use at least 12 characters.");
    expect(errors.email).not.toBe("");
  });

  it("asks for an empty field without naming the limits that it passes later", () => {
    const [words, empty] = [{ email: "Use a whole address." }, { email: "Enter an email address." }];
    expect(findErrors(schema, { password: "correct horse" }, words, empty).email).toBe("Enter an email address.");
    expect(findErrors(schema, { email: "x", password: "correct horse" }, words, empty).email).toBe(
      "Use a whole address.",
    );
  });

  it("makes a sentence of the contract's words", () => {
    expect(findErrors(z.object({ name: z.string().max(1, "must have at most 1 character") }), { name: "ab" })).toEqual({
      name: "This must have at most 1 character.",
    });
  });

  it("finds nothing in values the operation takes", () => {
    expect(findErrors(schema, { email: "ada@example.com", password: "correct horse" })).toEqual({});
  });
});

describe("withoutEmpty", () => {
  it("leaves out optional fields that were not filled in", () => {
    expect(withoutEmpty({ email: "ada@example.com", name: "" })).toEqual({ email: "ada@example.com" });
  });
});
