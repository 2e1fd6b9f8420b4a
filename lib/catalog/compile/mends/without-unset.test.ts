/** Tests which choices of an argument are left out because they set nothing. */
import { describe, expect, it } from "vitest";
import { withoutUnset } from "./without-unset";

const choices = (...values: unknown[]) => withoutUnset({ type: "string", enum: values }).enum;

describe("choices that set nothing", () => {
  it.each(["orderUnspecified", "ORDER_UNSPECIFIED", "order_unspecified"])("are left out: %s", (unset) =>
    expect(choices(unset, "date", "title")).toEqual(["date", "title"]),
  );

  it("are no default either", () =>
    expect(
      withoutUnset({ type: "string", enum: ["orderUnspecified", "date", "size"], default: "orderUnspecified" }),
    ).toEqual({
      type: "string",
      enum: ["date", "size"],
    }));

  it("stay where nothing else would be left", () =>
    expect(choices("orderUnspecified", null)).toEqual(["orderUnspecified", null]));

  it("are no others", () =>
    expect(choices("none", "unspecifiedOrder", "unspecified", 3)).toEqual([
      "none",
      "unspecifiedOrder",
      "unspecified",
      3,
    ]));
});
