/** Tests the targets of arrow keys. */
import { describe, expect, it } from "vitest";
import { toPlace } from "./arrow-keys";

describe("toPlace", () => {
  it("wraps around in a line", () => {
    expect(toPlace("ArrowRight", 2, 3)).toBe(0);
    expect(toPlace("ArrowLeft", 0, 3)).toBe(2);
  });

  it("jumps a row in a grid and stops at its edges", () => {
    expect(toPlace("ArrowDown", 1, 7, 3)).toBe(4);
    expect(toPlace("ArrowDown", 5, 7, 3)).toBeNull();
    expect(toPlace("ArrowUp", 1, 7, 3)).toBeNull();
  });

  it("leads nowhere for other keys and from outside", () => {
    expect(toPlace("a", 0, 3)).toBeNull();
    expect(toPlace("ArrowDown", -1, 3)).toBeNull();
  });
});
