/** Tests how toasts appear and disappear. */
import { afterEach, describe, expect, it } from "vitest";
import { currentToasts, dropToast, onToasts, showToast } from "./toast-store";

afterEach(() => {
  for (const { id } of currentToasts()) dropToast(id);
});

describe("toasts", () => {
  it("keep the last four", () => {
    for (const word of ["a", "b", "c", "d", "e"]) showToast(word);
    expect(currentToasts().map(({ text }) => text)).toEqual(["b", "c", "d", "e"]);
  });

  it("tell listeners until they leave", () => {
    let callCount = 0;
    const leave = onToasts(() => {
      callCount += 1;
    });
    dropToast(showToast("a", { tone: "error" }));
    leave();
    showToast("b");
    expect(callCount).toBe(2);
  });
});
