/** The counts of executions: only by toolkits of the catalog, with each attempt at a provider. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { toToolkitLabel } from "@/lib/catalog/read/catalog";
import { declaredCounters } from "@/lib/kernel/metrics/counter";
import { declaredHistograms } from "@/lib/kernel/metrics/histogram";
import { ON } from "@/test/builders/origin";
import { createTestOwner } from "@/test/builders/owners";
import {
  connectLoopback,
  installLoopbackToolkit,
  startProvider,
  type Provider,
} from "@/test/servers/loopback-provider";
import { executeTool } from "../execute-tool";

const TOOLS = [
  {
    slug: "LOOPBACK_READ",
    input: { type: "object", properties: {} },
    request: { method: "GET" as const, path: "/read", parameters: [] },
  },
];

let provider: Provider;
let projectId: string;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, TOOLS);
  ({ projectId } = await createTestOwner());
  await connectLoopback(projectId, "ada", "key-of-ada-0123456789");
});
afterAll(() => provider.close());
beforeEach(() => provider.reset());

const read = () =>
  executeTool(
    { projectId, settings: { storePayloads: true } },
    "LOOPBACK_READ",
    { user_id: "ada" },
    { ...ON, source: {} },
  );

const countOf = (name: string, ...values: string[]): number =>
  declaredCounters()
    .find(({ declaration }) => declaration.name === name)
    ?.read()
    .find((sample) => sample.values.join() === values.join())?.value ?? 0;
const timesOf = (name: string): number =>
  declaredHistograms()
    .find(({ declaration }) => declaration.name === name)
    ?.read()
    .reduce((sum, { distribution }) => sum + distribution.total, 0) ?? 0;

it("counts an execution by its toolkit, and its request at the provider", async () => {
  const successes = countOf("patchbay_executions_total", "loopback", "tool", "success");
  const times = timesOf("patchbay_provider_request_duration_seconds");
  expect(await read()).toMatchObject({ successful: true });
  expect(countOf("patchbay_executions_total", "loopback", "tool", "success")).toBe(successes + 1);
  expect(timesOf("patchbay_provider_request_duration_seconds")).toBe(times + 1);
});

it.each([
  [404, "not_found"],
  [403, "forbidden"],
  [418, "client_error"],
])("counts an answer %i of a provider as %s", async (status, errorClass) => {
  provider.answer = (_, response) => void response.writeHead(status, { "content-type": "application/json" }).end("{}");
  const errors = countOf("patchbay_provider_errors_total", "loopback", errorClass);
  const failures = countOf("patchbay_executions_total", "loopback", "tool", "failed");
  expect(await read()).toMatchObject({ successful: false });
  expect(countOf("patchbay_provider_errors_total", "loopback", errorClass)).toBe(errors + 1);
  expect(countOf("patchbay_executions_total", "loopback", "tool", "failed")).toBe(failures + 1);
});

it("counts a toolkit that is not in the catalog as other", () => {
  expect(toToolkitLabel("a_projects_own_toolkit")).toBe("other");
});
