/** Reports of agents: kept in the list of reported results, only where the session offers to. */
import { beforeAll, expect, it } from "vitest";
import { listWrongResults, markWrongResult } from "@/lib/find/wrong-results/wrong-results";
import { createTestOwner } from "@/test/builders/owners";
import { plainSession } from "@/test/builders/plain-session";
import { loadSearched } from "@/test/builders/searched-catalog";
import { runMetaTool } from "../run-meta-tool";

let projectId = "";

beforeAll(async () => {
  ({ projectId } = await createTestOwner());
  await loadSearched();
});

function report(args: Record<string, unknown>, enable = true) {
  const plain = plainSession(projectId, "ada");
  return runMetaTool("COMPOSIO_SUBMIT_FEEDBACK", args, {
    caller: { projectId, settings: { storePayloads: true } },
    session: { ...plain, config: { ...plain.config, experimental: { submit_feedback: { enable } } } },
    facts: { source: {}, requestId: "req_test" },
  });
}
const list = async () => (await listWrongResults(projectId, { limit: 10 })).items;

it("keeps a report with the tool's own slug, once however often it is sent, and apart from searches", async () => {
  const feedback = "Asked for today's gulls, and got none.";
  await markWrongResult(projectId, { request: feedback, shown: [] });
  const first = await report({ tool_slug: "birds_count_gulls", outcome: "empty", feedback });
  expect(first).toMatchObject({ successful: true, error: null, data: { feedback_id: expect.stringMatching(/^wr_/) } });
  const again = await report({ tool_slug: "BIRDS_COUNT_GULLS", outcome: "incorrect", feedback: ` ${feedback}` });
  expect(again.data.feedback_id).toBe(first.data.feedback_id);
  await report({ tool_slug: "NO_SUCH_TOOL", feedback, expected_tool_slug: "birds_count_gulls" });
  expect(await list()).toEqual([
    expect.objectContaining({ shown: ["NO_SUCH_TOOL"], outcome: "other", expected: "BIRDS_COUNT_GULLS" }),
    expect.objectContaining({ shown: ["BIRDS_COUNT_GULLS"], outcome: "incorrect", request: feedback }),
    expect.objectContaining({ shown: [], outcome: null, request: feedback }),
  ]);
});

it("is offered only by a session that asks for it", async () => {
  const attempt = report({ tool_slug: "BIRDS_COUNT_GULLS", feedback: "x" }, false);
  await expect(attempt).rejects.toMatchObject({ status: 403 });
});

it.each([
  ["no text", { tool_slug: "A" }],
  ["an empty text", { tool_slug: "A", feedback: " " }],
  ["a long text", { tool_slug: "A", feedback: "x".repeat(2001) }],
  ["no tool", { feedback: "x" }],
  ["another outcome", { tool_slug: "A", feedback: "x", outcome: "bad" }],
])("is refused with 422 for %s", async (_, args) => {
  await expect(report(args)).rejects.toMatchObject({ status: 422 });
});
