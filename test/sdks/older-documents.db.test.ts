/**
 * What the code blocks of the older documents do, in small programs that use the unmodified SDKs of that time. The
 * table in docs/migrate/older-documents.md names each block; its numbers are those of the programs' results.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  crewaiProgram,
  findOlderSdk,
  NPM_VERSIONS,
  npmFolder,
  prepareOlderCrewai,
  prepareOlderSdks,
  pythonProgram,
} from "@/scripts/check/older-sdks.mjs";
import { inRoot } from "@/scripts/paths.mjs";
import { driveOlderProgram } from "@/test/clients/drive-older-program";
import { startApi, type Api } from "@/test/servers/api";
import { type OlderPrograms, startOlderProgramServer } from "@/test/clients/older-programs";

await prepareOlderSdks();
await prepareOlderCrewai();
const [newest = ""] = NPM_VERSIONS;
let api: Api;
let programs: OlderPrograms;

beforeAll(async () => {
  api = await startApi(["github", "gmail", "googlecalendar", "slack", "jira", "notion", "shopify"]);
  programs = await startOlderProgramServer(api);
  await programs.reportMessage();
  await vi.waitFor(() => expect(programs.events).toHaveLength(1), { timeout: 30_000, interval: 50 });
});
afterAll(async () => {
  await (programs as OlderPrograms | undefined)?.stop();
  await api.stop();
});

const table = readFileSync(inRoot("docs/migrate/older-documents.md"), "utf8");
const ROWS = [...table.matchAll(/^\| ([\d, ]+) \|[^|]*\| (\w+) \|[^|]*\| (yes|with|no)[^|]*\|$/gm)].map(
  ([, numbers = "", language, verdict]) => ({ numbers: numbers.split(",").map(Number), language, verdict }),
);

/** The numbers of the blocks in a language that are said to run. */
const blocksOf = (language: string): number[] =>
  ROWS.flatMap((row) => (row.language === language && row.verdict !== "no" ? row.numbers : []));

it("the table has each block once", () => {
  const numbers = ROWS.flatMap((row) => row.numbers).sort((left, right) => left - right);
  expect(numbers).toEqual(Array.from({ length: 128 }, (_, index) => index + 1));
});

it("the requests that are written for curl pass", async () => {
  const account = await api.connect("github", "curl");
  const path = `/api/v1/connectedAccounts/${account}/reinitiate`;
  expect((await api.call("POST", path, { data: {} })).status).toBe(200);
  const server = await api.call("POST", "/api/v3/mcp/servers", { name: "Gmail", apps: ["gmail"], auth_config_id: {} });
  expect([server.status, Object.keys(server.body)]).toEqual([
    201,
    expect.arrayContaining(["id", "name", "allowed_tools", "mcp_url", "commands", "created_at", "updated_at"]),
  ]);
});

/** Runs a program; each block of the table that is said to run has a result. @param base what follows the API's URL */
async function expectToRun(command: string, args: readonly string[], base = ""): Promise<Record<string, string>> {
  const results = await driveOlderProgram(command, args, {
    COMPOSIO_API_KEY: api.key,
    COMPOSIO_BASE_URL: api.url + base,
    OPENAI_API_KEY: "a-key",
    OPENAI_BASE_URL: programs.settings.model,
    OLDER_PROGRAMS: JSON.stringify({ ...programs.settings, message: programs.events[0] }),
  });
  expect(Object.entries(results).filter(([, result]) => result !== "ok")).toEqual([]);
  return results;
}

const numbersOf = (results: Record<string, string>): Set<number> =>
  new Set(Object.keys(results).flatMap((name) => (name.match(/\d+/g) ?? []).map(Number)));

const typescript = findOlderSdk(newest);
it.skipIf(!typescript.isHere)(
  `the TypeScript blocks run with composio-core ${newest}${typescript.without}`,
  async () => {
    const child = inRoot("test/children/older-documents-child.mjs");
    const numbers = numbersOf(await expectToRun(process.execPath, [child, npmFolder(newest)]));
    expect(blocksOf("TypeScript").filter((number) => !numbers.has(number))).toEqual([]);
  },
);

const python = findOlderSdk("python");
it.skipIf(!python.isHere)(`the Python blocks run with composio_openai${python.without}`, async () => {
  const child = inRoot("test/children/older-documents-child.py");
  const numbers = numbersOf(await expectToRun(pythonProgram(), [child], "/api"));
  expect(blocksOf("Python").filter((number) => !numbers.has(number))).toEqual([]);
});

it.skipIf(!python.isHere)(`tools for LangChain run with composio_langchain${python.without}`, async () => {
  await expectToRun(pythonProgram(), [inRoot("test/children/older-langchain-child.py")], "/api");
});

const crewai = findOlderSdk("crewai");
it.skipIf(!crewai.isHere)(`an agent of CrewAI uses tools of composio_crewai${crewai.without}`, async () => {
  await expectToRun(crewaiProgram(), [inRoot("test/children/older-crewai-child.py")], "/api");
});
