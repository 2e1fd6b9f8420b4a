/** Large reports of providers that are answered slowly: they use up the room of their project, not that of others. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bytesHeld } from "@/lib/kernel/concurrency/held-bytes";
import { answerJson } from "../listener/answer-json";
import { errorAnswer } from "./error-response";
import { takeProviderRequest } from "./take-provider-request";

const MB = 1024 * 1024;
const ANSWER = { status: 200, text: "", json: false, headers: {} };
/** Ends the reports to `/PROJECT/hang`; those to `/unproven/hang` are never known to be for a project. */
let release: (() => void)[] = [];
const server = createServer((incoming, outgoing) => {
  const [, projectId = "", then] = (incoming.url ?? "").split("/");
  const answer = (request: Parameters<Parameters<typeof answerJson>[0]["answer"]>[0]) =>
    takeProviderRequest(request, "req_1", async ({ countFor }) => {
      if (projectId !== "unproven") countFor(projectId);
      if (then === "hang") await new Promise<void>((resolve) => void release.push(resolve));
      return ANSWER;
    }).catch((error: unknown) => errorAnswer(error, "req_1"));
  void answerJson({ answer, params: {} }, incoming, outgoing);
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

const report = async (path: string): Promise<{ status: number; text: string }> => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/${path}`, { method: "POST", body: "x".repeat(MB) });
  return { status: response.status, text: await response.text() };
};
const bytesOf = (level: string): number => bytesHeld("http.bodies", level);
const begin = async (path: string, count: number) => {
  const before = release.length;
  const reports: ReturnType<typeof report>[] = [];
  for (let n = 1; n <= count; n++) {
    reports.push(report(path));
    await expect.poll(() => release.length, { timeout: 20_000 }).toBe(before + n);
  }
  return reports;
};

it("a project's slow reports count for it, so that other projects and strangers have their own room", async () => {
  const slow = await begin("pr_slow/hang", 128);
  expect([bytesOf("strangers"), bytesOf("project pr_slow"), bytesOf("process")]).toEqual([0, 128 * MB, 128 * MB]);
  expect(await report("pr_slow")).toMatchObject({ status: 429, text: expect.stringContaining("of this project") });
  expect(await report("pr_other")).toMatchObject({ status: 200 });
  const unproven = await begin("unproven/hang", 32);
  expect(bytesOf("strangers")).toBe(32 * MB);
  expect(await report("pr_other")).toMatchObject({
    status: 429,
    text: expect.stringContaining("without a credential"),
  });
  for (const end of release) end();
  release = [];
  const answers = await Promise.all([...slow, ...unproven]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await expect.poll(() => bytesOf("process"), { timeout: 20_000 }).toBe(0);
});
