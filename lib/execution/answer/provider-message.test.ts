import { expect, it } from "vitest";
import { findProviderMessage } from "./provider-message";

it.each([
  [{ errorMessages: ["Issue does not exist"], errors: {} }, "Issue does not exist"],
  [
    { errorMessages: [], errors: { comment: "It is not on the screen.", resolution: "Required" } },
    "comment: It is not on the screen.; resolution: Required",
  ],
  [{ errors: { name: ["is taken", "is short"] } }, "name: is taken"],
  [{ errors: { code: 7 } }, undefined],
  [{ message: "Invalid", errors: { name: ["is taken"] } }, "Invalid (name: is taken)"],
])("finds the words of %j", (body, words) => {
  expect(findProviderMessage(body)).toBe(words);
});
