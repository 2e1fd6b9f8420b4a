/** The question for a fresh sign-in is asked once for calls that were refused together. */
import { expect, it } from "vitest";
import { answerFreshQuestion, asksForProof, confirmAgain, NOT_FRESH, onFreshQuestion } from "./confirm-again";

it("asks nothing after another refusal, or where no page asks", async () => {
  expect(await confirmAgain(NOT_FRESH)).toBe(false);
  const end = onFreshQuestion(() => undefined);
  expect(await confirmAgain("Forbidden")).toBe(false);
  expect(asksForProof()).toBe(false);
  end();
});

it.each([true, false])("answers all calls of a question with the same answer: %s", async (isProven) => {
  const states: boolean[] = [];
  const end = onFreshQuestion(() => states.push(asksForProof()));
  const calls = [confirmAgain(NOT_FRESH), confirmAgain(NOT_FRESH)];
  answerFreshQuestion(isProven);
  expect(await Promise.all(calls)).toEqual([isProven, isProven]);
  expect(states).toEqual([true, true, false]);
  end();
});
