/** The field for origins: one per line, each checked as the operation does. */
import { expect, it } from "vitest";
import { findErrors } from "@/components/parts/forms/use-form";
import { originsSchema } from "./form-schemas";
import { toOrigins } from "./frame-origins";

const Origins = originsSchema("connect_frame_origins");
const errorOf = (origins: string) => findErrors(Origins, { origins }).origins;

it("takes one origin per line, and no line at all", () => {
  expect(toOrigins(" https://a.example.com \n\nhttp://localhost:3001\n")).toEqual([
    "https://a.example.com",
    "http://localhost:3001",
  ]);
  expect(errorOf("https://a.example.com\n\nhttp://localhost:3001")).toBeUndefined();
  expect(findErrors(Origins, {})).toEqual({});
});

it("names the line that is no origin, the form, and the origin that was meant", () => {
  expect(errorOf("https://a.example.com\nhttps://b.example.com/app?x=1")).toBe(
    "“https://b.example.com/app?x=1” must be an origin: https, host and port alone (http on localhost). " +
      "Use https://b.example.com.",
  );
  expect(errorOf("b.example.com")).toContain("Use https://b.example.com.");
  for (const line of ["http://b.example.com", "*", "https://*.example.com", "not a page"])
    expect(errorOf(line), line).toMatch(/must be an origin.*An example is https:\/\/app\.example\.com\.$/);
});

it("says how many may be listed", () => {
  const lines = Array.from({ length: 21 }, (_, index) => `https://a${index}.example.com`).join("\n");
  expect(errorOf(lines)).toBe("This must name at most 20 origins.");
  expect(findErrors(originsSchema("browser_origins"), { origins: lines }).origins).toBe(errorOf(lines));
});
