/**
 * Large answers of several tools by one call: none costs the others, and what cannot be kept is an error of its own.
 */
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { requireFile } from "@/lib/files/stored-files";
import {
  connectLoopback,
  installLoopbackToolkit,
  startProvider,
  type Provider,
} from "@/test/servers/loopback-provider";
import { FACTS, KEY, TOOLS } from "@/test/builders/execute-tool";
import { createTestOwner } from "@/test/builders/owners";
import { plainSession } from "@/test/builders/plain-session";
import { forgetSettings } from "@/test/setup/process-memory";
import { multiExecute } from "./multi-execute";

const MB = 1024 * 1024;
let provider: Provider;
let projectId: string;
beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, TOOLS);
  projectId = (await createTestOwner()).projectId;
  await connectLoopback(projectId, "ada", KEY);
  const body = JSON.stringify({ text: "x".repeat(3 * MB) });
  provider.answer = ({ url }, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(url.includes("small") ? '{"small":1}' : body);
  };
});
afterAll(() => provider.close());
afterEach(() => {
  vi.unstubAllEnvs();
  forgetSettings();
});

type Item = {
  error: string | null;
  response: { data: { text?: string; small?: number; message?: string; remote_file_info?: { s3key: string } } } | null;
};
type Data = { results: Item[]; success_count: number; error_count: number };
const run = async (tools: unknown[]): Promise<Data> => {
  const caller = { projectId, settings: { storePayloads: true } };
  const call = { caller, session: plainSession(projectId, "ada", {}), facts: FACTS, offloads: false as const };
  return (await multiExecute({ tools }, call)).data as Data;
};
const read = (q: string) => ({ tool_slug: "LOOPBACK_READ", arguments: { q } });

it("answers beyond 8 MB together become files as they come, and each can be read", async () => {
  const { results, success_count } = await run([
    ...Array.from({ length: 20 }, (_, i) => read(String(i))),
    read("small"),
  ]);
  expect(success_count).toBe(21);
  const datas = results.map(({ response }) => response?.data);
  expect(datas.filter((data) => data?.text?.length === 3 * MB)).toHaveLength(2);
  expect(datas.at(-1)).toEqual({ small: 1 });
  const keys = datas.flatMap((data) => data?.remote_file_info?.s3key ?? []);
  expect(new Set(keys).size).toBe(18);
  const file = await requireFile(projectId, keys[0] ?? "");
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read()) chunks.push(chunk);
  expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual({ text: "x".repeat(3 * MB) });
});

it("an answer without room in the project is an error of its own call, marked as carried out", async () => {
  vi.stubEnv("PATCHBAY_FILE_QUOTA_MB", "1");
  forgetSettings();
  const { results, success_count, error_count } = await run([
    read("a"),
    read("b"),
    read("c"),
    read("d"),
    read("small"),
  ]);
  expect([success_count, error_count]).toEqual([3, 2]);
  const failures = results.filter(({ error }) => error !== null);
  for (const { error, response } of failures) {
    expect(error).toContain("The call was carried out, but its answer is too large");
    expect(error).toContain("The files of this project take");
    expect(response?.data).toEqual({ message: error });
  }
});
