/** Fair shares at a busy provider. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestOwner } from "@/test/builders/owners";
import {
  connectLoopback,
  installLoopbackToolkit,
  startProvider,
  type Provider,
} from "@/test/servers/loopback-provider";
import { waitingForSlot } from "@/lib/kernel/concurrency/slots";
import { executeTool } from "./execute-tool";
import type { ExecutionFacts } from "./execution-facts";
import { ON } from "@/test/builders/origin";
import { forgetSettings } from "@/test/setup/process-memory";

const TOOLS = (["GET", "POST"] as const).map((method) => ({
  slug: method === "GET" ? "LOOPBACK_READ" : "LOOPBACK_CREATE",
  input: { type: "object", properties: {} },
  request: { method, path: "/things", parameters: [] },
}));

let provider: Provider;
let projectId: string;
let otherProjectId: string;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, TOOLS);
  ({ projectId } = await createTestOwner());
  ({ projectId: otherProjectId } = await createTestOwner());
  await connectLoopback(projectId, "ada", "key-of-ada-0123456789");
  await connectLoopback(otherProjectId, "ada", "key-of-the-other-0123456789");
});
afterAll(() => provider.close());
afterEach(() => {
  vi.unstubAllEnvs();
  forgetSettings();
});

const run = (slug: string, facts: Partial<ExecutionFacts> = {}, as = projectId) =>
  executeTool(
    { projectId: as, settings: { storePayloads: true } },
    slug,
    { user_id: "ada" },
    { ...ON, source: {}, ...facts },
  );

describe("a busy provider", () => {
  const CONCURRENCY = 3;
  let running: number;
  let most: number;
  let served: string[];
  /** Answers that wait, in order; undefined if answers come automatically. */
  let pendingAnswers: (() => void)[] | undefined;
  beforeEach(() => {
    provider.reset();
    vi.stubEnv("PATCHBAY_PROVIDER_CONCURRENCY", String(CONCURRENCY));
    forgetSettings();
    [running, most, served, pendingAnswers] = [0, 0, [], undefined];
    provider.answer = (request, response) => {
      most = Math.max(most, ++running);
      served.push(request.headers.authorization?.includes("the-other") ? "other" : "mine");
      const answer = () => {
        running--;
        response.end("{}");
      };
      if (pendingAnswers) pendingAnswers.push(answer);
      else setTimeout(answer, 20);
    };
  });
  const untilWaiting = (project: string, count: number) =>
    expect.poll(() => waitingForSlot(provider.baseUrl, project)).toBe(count);

  it("gets a limited number of requests at a time, and projects take turns", async () => {
    pendingAnswers = [];
    const mine = Array.from({ length: 30 }, () => run("LOOPBACK_READ"));
    await untilWaiting(projectId, 30 - CONCURRENCY);
    const other = Array.from({ length: 3 }, () => run("LOOPBACK_READ", {}, otherProjectId));
    await untilWaiting(otherProjectId, 3);
    for (const answer of pendingAnswers) answer();
    pendingAnswers = undefined;
    expect((await Promise.all([...mine, ...other])).every(({ successful }) => successful)).toBe(true);
    expect(most).toBe(CONCURRENCY);
    expect(served.lastIndexOf("other")).toBeLessThan(20);
  });

  it("returns 504 for a request that waited too long for its turn, without sending it", async () => {
    provider.answer = () => undefined;
    const controller = new AbortController();
    const slow = Array.from({ length: CONCURRENCY }, () => run("LOOPBACK_READ", { signal: controller.signal }));
    await expect.poll(() => provider.seen.length).toBe(CONCURRENCY);
    expect(await run("LOOPBACK_CREATE", { timeoutMs: 200 })).toMatchObject({
      successful: false,
      data: { status_code: 504, during: "queue", limit_ms: 200 },
    });
    controller.abort();
    await Promise.all(slow);
    expect(provider.seen).toHaveLength(CONCURRENCY);
  });
});
