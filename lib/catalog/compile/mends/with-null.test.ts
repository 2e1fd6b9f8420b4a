/** Tests which members of JSON bodies take null because null clears them by their words. */
import { describe, expect, it } from "vitest";
import { body, only, withOperation } from "@/test/builders/compile-toolkit";
import type { SourceSchema } from "../sources/openapi-document";

const inputOf = (properties: Record<string, SourceSchema>) =>
  only(withOperation("patch", body({ type: "object", properties }))).inputSchema;

describe("members that null clears by their words", () => {
  const color = (description: string): SourceSchema => ({ type: "string", description });

  it.each([
    "Its color, or null for none",
    "Its color. Setting this to null removes the color.",
    "Its color. Set the color to `null` to remove it.",
    "Its color. Providing null will reset the color.",
    "Its color. If the color is `null`, the operation takes the default.",
    "The color's ID, or `null` if it has a name",
    "Its shade. Possible values: 0 to 10, or null.",
    "It can be set to `null`, otherwise you must specify the valid color",
  ])("take null: %s", (words) => expect(inputOf({ color: color(words) }).properties.color?.nullable).toBe(true));

  it("take null beside a list of values", () => {
    const paint = { ...color("Its color, or null for none"), enum: ["red", "blue"] };
    expect(inputOf({ paint }).properties.paint).toMatchObject({ nullable: true, enum: ["red", "blue"] });
  });

  it("take null in the objects of a list, too", () => {
    const parcel: SourceSchema = { type: "object", properties: { color: color("Its color, or null for none") } };
    const parcels: SourceSchema = { type: "array", items: parcel };
    const list = inputOf({ parcels }).properties.parcels;
    expect(list?.items?.properties?.color?.nullable).toBe(true);
  });

  it.each([
    "Its color. It cannot be null for a parcel, or null for none",
    "Null if it has no color",
    "Its color. If the color is null, nothing was painted.",
  ])("are no others: %s", (words) =>
    expect(inputOf({ color: color(words) }).properties.color?.nullable).toBeUndefined(),
  );
});
