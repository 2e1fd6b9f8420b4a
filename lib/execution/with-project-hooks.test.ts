/** A hook that judges results keeps the messages of a call back until its verdict. */
import { expect, it } from "vitest";
import type { SessionHook } from "./contract";
import type { ExecutionFacts } from "./execution-facts";
import { withoutMessages } from "./with-project-hooks";

const hook = (type: SessionHook["type"]): SessionHook => ({
  ...{ id: "hook_1", type, applies_to: "all", on_failure: "block" },
  handler: { type: "webhook", url: "https://app.example/verdict" },
});
const facts = (hooks: SessionHook[]) =>
  ({
    hooks,
    onProgress: () => undefined,
    questioner: { ask: () => Promise.resolve(null) },
  }) as unknown as ExecutionFacts;

it("no progress and no question of a server, if a hook judges the result", () => {
  const quiet = withoutMessages(facts([hook("before_execute"), hook("after_execute")]));
  expect(Object.keys(quiet)).toEqual(["hooks"]);
});

it("all of them, if hooks judge the call alone", () => {
  const unchanged = facts([hook("before_execute")]);
  expect(withoutMessages(unchanged)).toBe(unchanged);
});
