import { expect, it } from "vitest";
import type { ProjectCaller } from "@/lib/access/caller";
import { createFixture } from "@/test/mcp-fixture/surface";
import { collectAccessFacts, takeAccessFacts } from "../access-facts";
import { answerMcpPost } from "./answer-mcp";

const CALLER: ProjectCaller = {
  kind: "project",
  organizationId: "org_1",
  projectId: "proj_1",
  settings: { maskSecrets: true, storePayloads: true, versionsAsOf: "2026-01-01" },
  by: { kind: "apiKey", keyId: "key_1" },
};

it("gives the access log the project whose endpoint was called", async () => {
  collectAccessFacts("req_1");
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const request = new Request("http://localhost:3000/v3/mcp/1", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body,
  });
  const open = () => Promise.resolve({ caller: CALLER, surface: createFixture() });
  expect((await answerMcpPost(request, "req_1", open)).status).toBe(200);
  expect(takeAccessFacts("req_1")).toEqual({ projectId: "proj_1" });
});
