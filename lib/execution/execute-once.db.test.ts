/** Executions with an Idempotency-Key: in one process, in several, and in one that is killed. */
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST } from "@/app/api/v3/tools/execute/[tool_slug]/route";
import { createApiKey } from "@/lib/access/api-keys";
import { pool } from "@/lib/kernel/db";
import { ApiError } from "@/lib/kernel/errors";
import { pruneIdempotencyKeys } from "@/lib/kernel/idempotency-rows";
import { requireToolLog } from "@/lib/logs/tool-log-query";
import { updateProjectConfig } from "@/lib/access/projects";
import { createTestOwner } from "@/test/owners";
import { connectLoopback, installLoopbackToolkit, startProvider, type Provider } from "@/test/loopback-provider";
import { executeTool, type ExecutionInput } from "./execute-tool";
import { proxyExecute } from "./proxy";
import type { ExecutionFacts } from "./trace";

const body = { mode: "flat" as const, contentType: "application/json", fields: [{ key: "title", name: "title" }] };
const input = { type: "object", properties: { title: { type: "string" } }, required: ["title"] };
const TOOLS = [
  { slug: "LOOPBACK_CREATE", input, request: { method: "POST" as const, path: "/things", parameters: [], body } },
  { slug: "LOOPBACK_REPLACE", input, request: { method: "PUT" as const, path: "/thing", parameters: [], body } },
];

let provider: Provider;
let projectId: string;
let otherProjectId: string;
let count = 0;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, TOOLS);
  ({ projectId } = await createTestOwner());
  ({ projectId: otherProjectId } = await createTestOwner());
  await connectLoopback(projectId, "ada", "key-of-ada-0123456789");
  await connectLoopback(otherProjectId, "ada", "key-of-the-other-0123456789");
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
  count = 0;
  // Each answer differs, so that a repeated one is seen to be repeated.
  provider.answer = (_, response) => {
    setTimeout(
      () => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ number: ++count })),
      20,
    );
  };
});

const given = (title: string): ExecutionInput => ({ user_id: "ada", arguments: { title } });
const run = (
  idempotencyKey: string,
  title = "a",
  facts: Partial<ExecutionFacts> = {},
  as = projectId,
  slug = "LOOPBACK_CREATE",
) =>
  executeTool({ projectId: as, settings: { storePayloads: true } }, slug, given(title), {
    source: {},
    idempotencyKey,
    ...facts,
  });
const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApiError)) throw error ?? new Error("expected a refusal");
  return error;
};
const answers = async (status: number, headers: Record<string, string> = {}) => {
  provider.answer = (_, response) => {
    response.writeHead(status, headers).end("{}");
  };
};

describe("one key", () => {
  it("reaches the provider once for 200 parallel calls, and gives all of them its answer", async () => {
    let replays = 0;
    const all = await Promise.all(
      Array.from({ length: 200 }, () =>
        run("parallel", "a", {
          onReplay: () => {
            replays++;
          },
        }),
      ),
    );
    expect(provider.seen).toHaveLength(1);
    expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect([all[0]?.data, replays]).toEqual([{ number: 1 }, 199]);
  });

  it("gives the stored answer later, with the first one's log id, whatever the order of the body's fields", async () => {
    const first = await run("later");
    const second = await executeTool(
      { projectId, settings: { storePayloads: true } },
      "loopback_create",
      { arguments: { title: "a" }, user_id: "ada" },
      { source: {}, idempotencyKey: "later" },
    );
    expect(second).toEqual(first);
    expect(provider.seen).toHaveLength(1);
  });

  it("409: refuses another body, and says that trying again does not help", async () => {
    await run("other-body");
    const error = await refusal(run("other-body", "b"));
    expect([error.status, error.details.slug, error.details.headers]).toEqual([
      409,
      "IdempotencyKeyReused",
      { "x-should-retry": "false" },
    ]);
    const first = run("other-body-in-flight");
    expect((await refusal(run("other-body-in-flight", "b"))).details.slug).toBe("IdempotencyKeyReused");
    await first;
  });

  it("belongs to its project", async () => {
    expect((await run("shared")).data).toEqual({ number: 1 });
    expect((await run("shared", "b", {}, otherProjectId)).data).toEqual({ number: 2 });
  });

  it("409: has no answer any more once its project keeps nothing, and is not sent again", async () => {
    await run("forgotten");
    await updateProjectConfig(projectId, { storePayloads: false });
    await updateProjectConfig(projectId, { storePayloads: true });
    expect((await refusal(run("forgotten"))).details.slug).toBe("IdempotencyAnswerGone");
    expect(provider.seen).toHaveLength(1);
  });

  it("repeats a provider's refusal, too", async () => {
    await answers(422);
    expect((await run("refused")).successful).toBe(false);
    expect((await run("refused")).data).toMatchObject({ status_code: 422 });
    expect(provider.seen).toHaveLength(1);
  });

  it("stays free when nothing was sent, or the provider turned the request away with 429", async () => {
    expect(
      (
        await refusal(
          executeTool(
            { projectId, settings: { storePayloads: true } },
            "LOOPBACK_CREATE",
            { user_id: "ada", arguments: {} },
            { source: {}, idempotencyKey: "free" },
          ),
        )
      ).status,
    ).toBe(422);
    await answers(429);
    expect((await run("free")).data).toMatchObject({ status_code: 429 });
    await answers(201);
    expect((await run("free")).successful).toBe(true);
  });

  it("keeps the answer for the next request when the caller hangs up", async () => {
    const controller = new AbortController();
    const first = run("hang-up", "a", { signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    expect((await first).data).toEqual({ number: 1 });
    expect((await run("hang-up")).data).toEqual({ number: 1 });
  });

  it("ends after a day, and its row is deleted", async () => {
    await run("old");
    await pool().query(
      "UPDATE idempotency_key SET expires_at = now() - interval '1 second', created_at = now() - interval '24 hours' WHERE project_id = $1",
      [projectId],
    );
    expect((await run("old", "b")).data).toEqual({ number: 2 });
    await pool().query("UPDATE idempotency_key SET expires_at = now() - interval '1 second'");
    expect(await pruneIdempotencyKeys()).toBeGreaterThan(3);
    expect((await pool().query("SELECT FROM idempotency_key")).rowCount).toBe(0);
  });

  it("is stored without its text, and its answer sealed", async () => {
    provider.answer = (_, response) => {
      response.end(JSON.stringify({ letter: "a private letter" }));
    };
    await run("a-key-of-a-caller");
    const { rows } = await pool().query<{ row: string }>("SELECT k::text AS row FROM idempotency_key k");
    expect(rows.map(({ row }) => row).join()).not.toMatch(/private|a-key-of/);
    expect((await run("a-key-of-a-caller")).data).toEqual({ letter: "a private letter" });
  });

  it("400: must be printable and not too long", async () => {
    for (const key of ["", "a\nb", "ü", "x".repeat(256)]) expect((await refusal(run(key))).status).toBe(400);
    expect(provider.seen).toHaveLength(0);
  });

  it("holds for proxied requests", async () => {
    const {
      rows: [account],
    } = await pool().query<{ id: string }>("SELECT id FROM connected_account WHERE project_id = $1", [projectId]);
    const proxied = (value: number) =>
      proxyExecute(
        { projectId, settings: { storePayloads: true } },
        { connected_account_id: account?.id, endpoint: "/x", method: "POST", body: { value } },
        { source: {}, idempotencyKey: "proxy" },
      );
    const all = await Promise.all([proxied(1), proxied(1), proxied(1)]);
    expect(all.map(({ data }) => data)).toEqual([{ number: 1 }, { number: 1 }, { number: 1 }]);
    expect((await refusal(proxied(2))).status).toBe(409);
    expect(provider.seen).toHaveLength(1);
  });
});

describe("the header Idempotency-Key", () => {
  it("gives the answer again and says so; 409 with x-should-retry: false for another body", async () => {
    const { key } = await createApiKey(projectId, { name: "tests" });
    const post = (title: string) =>
      POST(
        new Request("http://localhost:3000/api/v3/tools/execute/LOOPBACK_CREATE", {
          method: "POST",
          headers: { "x-api-key": key, "idempotency-key": "from-a-header" },
          body: JSON.stringify(given(title)),
        }),
        { params: Promise.resolve({ tool_slug: "LOOPBACK_CREATE" }) },
      );
    const [first, second, other] = [await post("a"), await post("a"), await post("b")];
    expect([first, second].map(({ status, headers }) => [status, headers.get("idempotency-replayed")])).toEqual([
      [200, null],
      [200, "true"],
    ]);
    expect(await second.json()).toEqual(await first.json());
    expect([other.status, other.headers.get("x-should-retry")]).toEqual([409, "false"]);
    expect(await other.json()).toMatchObject({
      error: { code: 409, slug: "IdempotencyKeyReused", suggested_fix: expect.stringContaining("new key") as string },
    });
    expect(provider.seen).toHaveLength(1);
  });
});

describe("several processes", () => {
  const FILE = fileURLToPath(new URL("../../test/execute-child.ts", import.meta.url));
  const said = (child: ChildProcess) =>
    new Promise<string>((resolve, reject) => {
      child
        .once("message", (text) => resolve(String(text)))
        .once("exit", (code) => reject(new Error(`the child ended with ${code}`)));
    });
  const start = async (key: string, slug = "LOOPBACK_CREATE", times = 1) => {
    const child = fork(FILE, [projectId, slug, key, JSON.stringify(given("a")), String(times)], {
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    await said(child);
    return child;
  };
  const endLease = () =>
    pool().query("UPDATE idempotency_key SET lease_until = now() - interval '1 second' WHERE state = 'running'");

  it("reach the provider once together", { timeout: 60_000 }, async () => {
    const children = await Promise.all([start("together", undefined, 50), start("together", undefined, 50)]);
    const heard = Promise.all(children.map(said));
    for (const child of children) child.send("go");
    const all = (await heard).flatMap((text) => JSON.parse(text) as { data: unknown }[]);
    expect(all).toHaveLength(100);
    expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(provider.seen).toHaveLength(1);
  });

  /** Kills the child with SIGKILL after it has the provider's answer, while it waits to write down how the work ended. */
  async function killBetweenAnswerAndCommit(key: string, slug: string): Promise<void> {
    const child = await start(key, slug);
    const lock = await pool().connect();
    const arrived = new Promise<void>((resolve) => {
      provider.answer = (_, response) => {
        void lock
          .query("BEGIN")
          .then(() => lock.query("SELECT FROM idempotency_key WHERE state = 'running' FOR UPDATE"))
          .then(() => {
            response.end('{"number":1}');
            resolve();
          });
      };
    });
    child.send("go");
    await arrived;
    await answers(200);
    const waiting =
      "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE idempotency_key SET state = ''done''%'";
    while ((await pool().query(waiting)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
    await pool().query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS one`);
    await lock.query("ROLLBACK");
    lock.release();
  }

  it("409: one that is killed between the provider's answer and our commit leaves an outcome that is called unknown, and nothing is sent again", {
    timeout: 60_000,
  }, async () => {
    await killBetweenAnswerAndCommit("killed", "LOOPBACK_CREATE");
    await endLease();
    // As when the process dies before its log is written.
    await pool().query("DELETE FROM tool_log WHERE project_id = $1", [projectId]);
    for (let time = 0; time < 3; time++) {
      const error = await refusal(run("killed"));
      expect([error.status, error.details.slug, error.details.headers]).toEqual([
        409,
        "IdempotencyOutcomeUnknown",
        { "x-should-retry": "false" },
      ]);
      const logId = /log_\w+/.exec(error.message)?.[0] ?? "";
      expect(await requireToolLog(projectId, logId)).toMatchObject({
        status: "failed",
        error: expect.stringContaining("may have been carried out") as string,
      });
    }
    expect(provider.seen).toHaveLength(1);
  });

  it("repeat what one that was killed had sent, where that changes nothing", { timeout: 60_000 }, async () => {
    await killBetweenAnswerAndCommit("killed-put", "LOOPBACK_REPLACE");
    await endLease();
    expect((await run("killed-put", "a", {}, projectId, "LOOPBACK_REPLACE")).successful).toBe(true);
    expect(provider.seen.map(({ method }) => method)).toEqual(["PUT", "PUT"]);
  });
});
