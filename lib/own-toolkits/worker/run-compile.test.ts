/** Documents are compiled in threads, a bounded number at a time, and end with whoever waits for them. */
import { expect, it } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import type { CompileJob } from "../compile/compile-job";
import { runCompile, withDocumentPlace } from "./run-compile";

const job = (text: string) => (): CompileJob => ({
  text,
  slug: undefined,
  settings: {},
  access: "all",
  discovered: [],
  before: [],
  schemasOf: [],
  wantsTools: true,
});
const DOCUMENT = JSON.stringify({
  ...{ openapi: "3.0.3", info: { title: "Post", version: "1" }, servers: [{ url: "https://post.example.net" }] },
  paths: { "/parcels": { get: { summary: "List parcels", responses: {} } } },
});

it("returns texts and bytes of a compiled document, and the reason for one that cannot be", async () => {
  const { facts, rows, report, source } = await runCompile("one", job(DOCUMENT));
  expect(facts).toMatchObject({ kind: "openapi", name: "Post", tools: 1, failure: null });
  expect([rows?.facts.slug, rows?.batches.length, source.byteLength > 0]).toEqual(["custom_post", 1, true]);
  expect(JSON.parse(report)).toMatchObject({ tools: [{ slug: "CUSTOM_POST_LIST_PARCELS" }] });
  expect((await runCompile("one", job("<html>"))).facts.failure).toContain("not a description of an API");
});

it("503 lets five of a project wait, and ends all when their callers go", async () => {
  const caller = new AbortController();
  const runs = Array.from({ length: 8 }, () => runCompile("many", job(DOCUMENT), caller.signal));
  const results = Promise.allSettled(runs);
  caller.abort();
  const statuses = (await results).map((result) =>
    result.status === "rejected" && result.reason instanceof ApiError ? result.reason.status : 0,
  );
  expect(statuses.toSorted()).toEqual([408, 408, 408, 408, 408, 408, 503, 503]);
  expect((await runCompile("many", job(DOCUMENT))).facts.tools).toBe(1);
});

it("422 ends what takes more memory or time than it has, and the next document is compiled", async () => {
  const little = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 };
  const many = `{"openapi": "3.0.3", "paths": {}, "many": [${"{},".repeat(900_000)}{}]}`;
  await expect(runCompile("one", job(many), undefined, { ms: 60_000, memory: little })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("memory") as string,
  });
  const memory = { maxOldGenerationSizeMb: 640, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 };
  await expect(runCompile("one", job(DOCUMENT), undefined, { ms: 0, memory })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("time") as string,
  });
  expect((await runCompile("one", job(DOCUMENT))).facts.tools).toBe(1);
});

it("503 holds six documents of a project at a time, and frees the places of those that failed", async () => {
  const ends: (() => void)[] = [];
  const runs = Array.from({ length: 6 }, () =>
    withDocumentPlace("full", () => new Promise<void>((resolve) => ends.push(resolve))),
  );
  await expect(withDocumentPlace("full", () => Promise.resolve())).rejects.toMatchObject({ status: 503 });
  await expect(withDocumentPlace("other", () => Promise.reject(new Error("unreadable")))).rejects.toThrow("unreadable");
  for (const end of ends) end();
  await Promise.all(runs);
  await expect(withDocumentPlace("full", () => Promise.resolve(7))).resolves.toBe(7);
});
