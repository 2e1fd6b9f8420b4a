/** Rate limits of the API: whom they count, and the content of the answers. */
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { GET } from "@/app/api/v3/org/project/config/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { updateProjectConfig } from "@/lib/access/projects/projects";
import { createTestOwner } from "@/test/builders/owners";
import { holdWindows } from "@/test/setup/hold-windows";
import { forgetSettings } from "@/test/setup/process-memory";

const setLimit = (name: string, value: string) => {
  vi.stubEnv(name, value);
  forgetSettings();
};
beforeAll(holdWindows);
afterEach(() => {
  vi.unstubAllEnvs();
  forgetSettings();
});

const keyOf = async (projectId: string) => (await createApiKey(projectId, { name: "tests" })).key;
const ask = (key: string) =>
  GET(new Request("http://localhost:3000/api/v3/org/project/config", { headers: { "x-api-key": key } }), {
    params: Promise.resolve({}),
  });
const statuses = async (key: string, times: number) => {
  const all: number[] = [];
  for (let time = 0; time < times; time++) all.push((await ask(key)).status);
  return all;
};

it("sends no headers if there is no limit", async () => {
  const { projectId } = await createTestOwner();
  const answer = await ask(await keyOf(projectId));
  expect([answer.status, [...answer.headers.keys()].filter((name) => name.startsWith("x-ratelimit"))]).toEqual([
    200,
    [],
  ]);
});

it("429: a key at its project's limit, with limit, remaining requests, window and time to retry; another key is not affected", async () => {
  const { projectId } = await createTestOwner();
  await updateProjectConfig(projectId, { rateLimits: { key: { requests: 3, seconds: 3600 } } });
  const [firstKey, two] = [await keyOf(projectId), await keyOf(projectId)];
  const first = await ask(firstKey);
  expect(
    ["x-ratelimit", "x-ratelimit-remaining", "x-ratelimit-window-size"].map((name) => first.headers.get(name)),
  ).toEqual(["3", "2", "3600"]);
  expect(await statuses(firstKey, 2)).toEqual([200, 200]);
  const response = await ask(firstKey);
  expect([
    response.status,
    response.headers.get("x-ratelimit-remaining"),
    Number(response.headers.get("retry-after")) > 0,
  ]).toEqual([429, "0", true]);
  expect(await response.json()).toMatchObject({
    error: {
      code: 429,
      slug: "TooManyRequests",
      status: 429,
      message: "This API key may send 3 requests in 3600 seconds, and all of them are used.",
      request_id: expect.stringMatching(/^req_/) as string,
    },
  });
  expect(await statuses(two, 4)).toEqual([200, 200, 200, 429]);
});

it("429: counts all keys of an organization together, without requests that a key's own limit refused", async () => {
  const { projectId } = await createTestOwner();
  const [first, two] = [await keyOf(projectId), await keyOf(projectId)];
  setLimit("PATCHBAY_RATE_LIMIT_ORGANIZATION", "5/3600");
  setLimit("PATCHBAY_RATE_LIMIT_KEY", "3/3600");
  expect(await statuses(first, 6)).toEqual([200, 200, 200, 429, 429, 429]);
  expect(await statuses(two, 3)).toEqual([200, 200, 429]);
  const { projectId: other } = await createTestOwner();
  expect(await statuses(await keyOf(other), 1)).toEqual([200]);
});

it("a request that the organization's limit refused does not count for the key", async () => {
  const { projectId } = await createTestOwner();
  const key = await keyOf(projectId);
  setLimit("PATCHBAY_RATE_LIMIT_KEY", "3/3600");
  setLimit("PATCHBAY_RATE_LIMIT_ORGANIZATION", "2/3600");
  expect(await statuses(key, 4)).toEqual([200, 200, 429, 429]);
  vi.stubEnv("PATCHBAY_RATE_LIMIT_ORGANIZATION", undefined);
  forgetSettings();
  expect(await statuses(key, 2)).toEqual([200, 429]);
});

it("uses the stricter limit of project and server", async () => {
  const { projectId } = await createTestOwner();
  await updateProjectConfig(projectId, { rateLimits: { key: { requests: 100, seconds: 3600 } } });
  setLimit("PATCHBAY_RATE_LIMIT_KEY", "2/3600");
  expect(await statuses(await keyOf(projectId), 3)).toEqual([200, 200, 429]);
});
