/** Cells run over the API in real sandboxes with visible output, and the page shows each state of the sandbox. */
import { beforeAll, describe, expect, it } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { createSession } from "@/lib/sessions/sessions";
import { openAllRoutes } from "@/test/servers/all-routes";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { createTestOwner } from "@/test/builders/owners";
import { remembered } from "@/test/setup/process-memory";
import { canRunSandboxes } from "@/test/builders/workbench";

const runs = await canRunSandboxes();
const door = openAllRoutes();

type Tenant = { projectId: string; key: string; sessionId: string };
type Event = { name: string; data: Record<string, unknown> };
let tenant: Tenant;
let other: Tenant;

async function newTenant(settings: object = {}): Promise<Tenant> {
  const { projectId } = await createTestOwner();
  const { key } = await createApiKey(projectId, { name: "one" });
  return { projectId, key, sessionId: (await createSession(projectId, "ada", settings)).id };
}

beforeAll(async () => {
  await installConnectToolkits({}, [metaToolkit()]);
  [tenant, other] = [await newTenant(), await newTenant()];
});

const ask = (method: string, path: string, body?: unknown, { key } = tenant) =>
  door.fetch(
    new Request(`http://localhost:3000/api/v3/internal/patchbay${path}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
const read = async (path: string, by = tenant) => (await (await ask("GET", path, undefined, by)).json()) as never;
const bench = ({ sessionId } = tenant) => `/sessions/${sessionId}/workbench`;

/** The events of a cell, to its end. */
async function cell(code: string, { language = "python", of = tenant } = {}): Promise<Event[]> {
  const answer = await ask("POST", `${bench(of)}/run`, { language, code }, of);
  const blocks = (await answer.text()).split("\n\n").filter((block) => block.startsWith("event: "));
  return blocks.map((block) => {
    const [name = "", data = ""] = block.split("\n");
    return { name: name.slice(7), data: JSON.parse(data.slice(6)) as Event["data"] };
  });
}
const last = (events: Event[]) => events.at(-1) as Event;

it("a server without a workbench shows what is missing and the command, in its state and for a cell", async () => {
  const state = remembered.get("workbench.state");
  const problems = [{ reason: "bubblewrap is not installed.", fix: "Run npm run workbench:install." }];
  remembered.set("workbench.state", { now: { status: "unavailable", problems, notes: [], checkedAt: new Date() } });
  const replies = [await read(bench()), await read("/sandboxes"), last(await cell("1 + 1"))];
  remembered.set("workbench.state", state);
  expect(replies).toMatchObject([
    { status: "unavailable", reason: "bubblewrap is not installed.", next: "Run npm run workbench:install." },
    { workbench: { reason: "bubblewrap is not installed.", fix: "Run npm run workbench:install." } },
    { name: "refused", data: { message: expect.stringContaining("Run npm run workbench:install.") } },
  ]);
});

it("returns 404 for a session of another project", async () => {
  for (const [method, path, body] of [
    ["GET", "", undefined],
    ["GET", "/variables", undefined],
    ["POST", "/run", { language: "python", code: "1" }],
    ["POST", "/complete", { code: "a", position: 1 }],
    ["POST", "/interrupt", {}],
    ["POST", "/reset", {}],
  ] as const)
    expect((await ask(method, `${bench(other)}${path}`, body)).status, path).toBe(404);
});

describe.runIf(runs)("a notebook with sandboxes", () => {
  it("shows a cell while it runs, with texts, pictures and the value, and writes it into the log", async () => {
    expect(await read(bench())).toMatchObject({ status: "none", reason: "Nothing has run in it yet." });
    const events = await cell("import sys\nprint('hello')\nprint('oops', file=sys.stderr)\nkept = 41\nkept + 1");
    expect(events.map(({ name }) => name)).toEqual(["began", "text", "text", "end"]);
    expect(events.slice(1, 3).map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { stream: "stdout", text: "hello\n" },
        { stream: "stderr", text: "oops\n" },
      ]),
    );
    const { data } = last(events);
    expect(data).toMatchObject({ status: "ok", result: { text: "42" }, error: null, stdout: { lines: 1, cut: false } });
    await flushToolLogs();
    const { rows } = await findToolLogs(tenant.projectId, { limit: 1, filters: [] } as never);
    expect(rows[0]).toMatchObject({ id: data.log_id, tool_slug: "COMPOSIO_REMOTE_WORKBENCH", status: "success" });
  });

  it("returns the variables, the completions at the cursor, and its readiness", async () => {
    expect(await read(`${bench()}/variables`)).toMatchObject({
      busy: false,
      items: [{ name: "kept", type: "int", value: "41" }, { name: "sys" }],
    });
    const completed = await ask("POST", `${bench()}/complete`, { code: "ke", position: 2 });
    expect(await completed.json()).toMatchObject({ matches: expect.arrayContaining(["kept"]) as unknown });
    expect(await read(bench())).toMatchObject({ status: "ready", sandbox: { running: [] } });
  });

  it("interrupts a cell, which keeps its variables; a table comes as HTML, a command as text", async () => {
    const sleeping = cell("import time\nprint('begun', flush=True)\ntime.sleep(60)");
    await expect.poll(async () => ((await read(bench())) as { status: string }).status).toBe("running");
    expect(await read(`${bench()}/variables`)).toEqual({ items: [], busy: true });
    await expect
      .poll(async () => (await (await ask("POST", `${bench()}/interrupt`, {})).json()) as unknown)
      .toEqual({ interrupted: true });
    expect(last(await sleeping).data).toMatchObject({ status: "error", error: { name: "KeyboardInterrupt" } });
    expect(last(await cell("kept")).data).toMatchObject({ result: { text: "41" } });
    const table = last(await cell("import pandas\npandas.DataFrame({'a': [1]})")).data;
    expect(table).toMatchObject({ result: { display: { data: { "text/html": expect.stringContaining("<table") } } } });
    const cellEvents = await cell("echo $((40 + 2)); exit 3", { language: "bash" });
    expect(cellEvents.find(({ name }) => name === "text")?.data).toEqual({ stream: "stdout", text: "42\n" });
    expect(last(cellEvents).data).toMatchObject({ exit: 3 });
  });

  it("lists the sandbox only to its project; after a stop, it shows who did it and the lost variables", async () => {
    await cell("1", { of: other });
    const mine = (await read("/sandboxes")) as { items: { id: string; user_id: string }[] };
    expect(mine).toMatchObject({ limits: { processes: 256, nice: 10 } });
    const theirs = (await read("/sandboxes", other)) as typeof mine;
    const { memoryBytes: most_memory_bytes } = env().workbench;
    expect(mine.items).toMatchObject([
      { session_id: tenant.sessionId, user_id: "ada", running: [], most_memory_bytes },
    ]);
    expect(theirs.items).toMatchObject([{ session_id: other.sessionId }]);
    const stop = async (ids: unknown) => (await (await ask("POST", "/sandboxes/stop", ids)).json()) as unknown;
    expect(await stop({ ids: theirs.items.map(({ id }) => id) })).toEqual({ stopped: 0 });
    expect(await stop({})).toEqual({ stopped: 1 });
    expect(await read("/sandboxes", other)).toMatchObject({ items: [{}] });
    expect(await read(bench())).toMatchObject({
      status: "none",
      reason: "Someone stopped it.",
      lost: expect.arrayContaining(["kept"]) as unknown,
      next: "Run a cell: it starts one.",
    });
    expect(last(await cell("1")).data).toMatchObject({ lost: { reason: "someone stopped it" } });
  });

  it("shows and stops the sandboxes of all projects with no key (401)", async () => {
    expect((await ask("GET", "/sandboxes/all")).status).toBe(401);
    expect((await ask("POST", "/sandboxes/all/stop", {})).status).toBe(401);
  });

  it("a session whose workbench is off reports that", async () => {
    const off = await newTenant({ workbench: { enable: false } });
    expect(await read(bench(off), off)).toMatchObject({ reason: "The workbench of this session is off." });
    expect(last(await cell("1", { of: off }))).toMatchObject({ name: "refused" });
  });
});
