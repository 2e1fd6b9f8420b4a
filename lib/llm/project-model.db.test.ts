/**
 * The language model of a project: its own model wins over the server's. Its key is sent to no other server, and no
 * answer contains it.
 */
import { LLMock } from "@copilotkit/aimock";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { db, pool } from "@/lib/kernel/database/db";
import { createTestOwner } from "@/test/builders/owners";
import { forgetSettings } from "@/test/setup/process-memory";
import { deleteLanguageModel, findLanguageModel, setLanguageModel, toldLanguageModel } from "./project-model";
import { tryLanguageModel } from "./try-language-model";

const mock = new LLMock({ port: 0 });
const KEY = "key-of-the-project";
let projectId: string;
let other: string;

beforeAll(async () => {
  await mock.start();
  ({ projectId } = await createTestOwner());
  ({ projectId: other } = await createTestOwner());
});
afterAll(() => mock.stop());
beforeEach(async () => {
  mock.reset();
  await deleteLanguageModel(projectId);
  vi.stubEnv("PATCHBAY_LLM_BASE_URL", "http://127.0.0.1:1/v1");
  vi.stubEnv("PATCHBAY_LLM_API_KEY", "key-of-the-operator");
  vi.stubEnv("PATCHBAY_LLM_MODEL", "the-operators");
  forgetSettings();
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetSettings();
});

const makeModel = () => ({ base_url: `${mock.url}/v1`, model: "the-projects", api_key: KEY });

it("is the server's until the project sets its own, and again when that is deleted", async () => {
  const server = { baseUrl: "http://127.0.0.1:1/v1", apiKey: "key-of-the-operator", model: "the-operators" };
  expect(await findLanguageModel(projectId)).toEqual(server);
  expect(await toldLanguageModel(projectId)).toEqual({ project: null, server: { model: "the-operators" } });
  await setLanguageModel(projectId, makeModel());
  expect(await findLanguageModel(projectId)).toEqual({
    baseUrl: makeModel().base_url,
    model: "the-projects",
    apiKey: KEY,
  });
  expect(await findLanguageModel(other)).toEqual(server);
  await deleteLanguageModel(projectId);
  expect(await findLanguageModel(projectId)).toEqual(server);
});

it("seals the key, and tells only that there is one", async () => {
  const settings = await setLanguageModel(projectId, makeModel());
  expect(settings.project).toEqual({
    base_url: makeModel().base_url,
    model: "the-projects",
    has_key: true,
    updated_at: expect.any(String),
  });
  const row = await db.projectLanguageModel.findUniqueOrThrow({ where: { projectId } });
  expect(JSON.stringify([settings, row])).not.toContain(KEY);
});

it("keeps the key while the address stays, and never sends it to another one", async () => {
  await setLanguageModel(projectId, makeModel());
  const { base_url } = makeModel();
  await setLanguageModel(projectId, { base_url, model: "newer" });
  expect(await findLanguageModel(projectId)).toMatchObject({ apiKey: KEY, model: "newer" });
  await expect(
    setLanguageModel(projectId, { base_url: "http://elsewhere.example/v1", model: "m" }),
  ).rejects.toMatchObject({ kind: "BadRequest" });
  expect(await findLanguageModel(projectId)).toMatchObject({ baseUrl: base_url, apiKey: KEY });
  await setLanguageModel(projectId, { base_url: "http://elsewhere.example/v1", model: "m", api_key: "another" });
  expect(await findLanguageModel(projectId)).toMatchObject({ apiKey: "another" });
});

it("keeps the key of the address that it keeps, also when another person changes both at the same moment", async () => {
  await setLanguageModel(projectId, makeModel());
  const other = await pool().connect();
  try {
    await other.query("BEGIN");
    await other.query(
      "UPDATE project_language_model SET base_url = 'http://new.example/v1', api_key = 'another' WHERE project_id = $1",
      [projectId],
    );
    const update = setLanguageModel(projectId, { base_url: makeModel().base_url, model: "newer" });
    const waits = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while ((await pool().query(waits)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await other.query("COMMIT");
    await update;
  } finally {
    other.release();
  }
  expect(await findLanguageModel(projectId)).toEqual({ baseUrl: makeModel().base_url, model: "newer", apiKey: KEY });
});

it("tells whether a model answers and calls tools, and says what went wrong without its key", async () => {
  await setLanguageModel(projectId, makeModel());
  mock.onMessage(/say_hello/, { toolCalls: [{ name: "say_hello", arguments: '{"name":"Ada"}' }] });
  expect(await tryLanguageModel(projectId)).toMatchObject({ works: true, calls_tools: true });
  mock.reset();
  mock.onMessage(/say_hello/, { content: "Hello." });
  expect(await tryLanguageModel(projectId)).toMatchObject({ works: true, calls_tools: false });
  mock.nextRequestError(401, { message: `bad key ${KEY}` });
  const result = await tryLanguageModel(projectId);
  expect(result).toMatchObject({ works: false, message: expect.stringContaining("401") });
  expect(JSON.stringify(result)).not.toContain(KEY);
  await deleteLanguageModel(projectId);
  expect(await tryLanguageModel(projectId)).toMatchObject({ works: false });
});

it("says so where no model is set at all", async () => {
  vi.unstubAllEnvs();
  forgetSettings();
  expect(await toldLanguageModel(projectId)).toEqual({ project: null, server: null });
  expect(await tryLanguageModel(projectId)).toMatchObject({
    works: false,
    message: expect.stringContaining("No language"),
  });
});
