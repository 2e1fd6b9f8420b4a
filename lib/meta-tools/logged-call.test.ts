/** What the log keeps of calls of meta tools. */
import { expect, it } from "vitest";
import { loggedArguments } from "./logged-call";

it("keeps no arguments of the calls within, also where a model wrote them as text", () => {
  const one = { tool_slug: "DESK_WRITE", arguments: { word: "hidden" }, account: "ca_1" };
  const kept = { tool_slug: "DESK_WRITE", account: "ca_1" };
  const logged = (tools: unknown) => loggedArguments("COMPOSIO_MULTI_EXECUTE_TOOL", { tools, thought: "t" });
  expect(logged([one, JSON.stringify(one)])).toEqual({ tools: [kept, null], thought: "t" });
  expect(logged(JSON.stringify([one]))).toEqual({ tools: null, thought: "t" });
});
