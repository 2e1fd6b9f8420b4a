/** The header Idempotency-Key, and the key in several processes. */
import { fork, type ChildProcess } from "node:child_process";
import { describe, expect, it } from "vitest";
import { POST } from "@/app/api/v3/tools/execute/[tool_slug]/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { pool } from "@/lib/kernel/database/db";
import { requireToolLog } from "@/lib/logs/find-tool-logs";
import { provider, projectId, toInput, run, refusal, answers } from "@/test/builders/execute-once";
import { testProgram } from "@/test/setup/test-program";

describe("the header Idempotency-Key", () => {
  it("returns the answer again with a mark, and 409 with x-should-retry: false for another body", async () => {
    const { key } = await createApiKey(projectId, { name: "tests" });
    const post = (title: string) =>
      POST(
        new Request("http://localhost:3000/api/v3/tools/execute/LOOPBACK_CREATE", {
          method: "POST",
          headers: { "x-api-key": key, "idempotency-key": "from-a-header" },
          body: JSON.stringify(toInput(title)),
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
  const FILE = testProgram("test/children/execute-child.ts");
  const readOutput = (child: ChildProcess) =>
    new Promise<string>((resolve, reject) => {
      child
        .once("message", (text) => resolve(String(text)))
        .once("exit", (code) => reject(new Error(`the child ended with ${code}`)));
    });
  const start = async (key: string, slug = "LOOPBACK_CREATE", times = 1) => {
    const child = fork(FILE, [projectId, slug, key, JSON.stringify(toInput("a")), String(times)], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    await readOutput(child);
    return child;
  };
  const endLease = () =>
    pool().query("UPDATE idempotency_key SET lease_until = now() - interval '1 second' WHERE state = 'running'");

  it("reach the provider once together", async () => {
    const children = await Promise.all([start("together", undefined, 50), start("together", undefined, 50)]);
    const outputs = Promise.all(children.map(readOutput));
    for (const child of children) child.send("go");
    const all = (await outputs).flatMap((text) => JSON.parse(text) as { data: unknown }[]);
    expect(all).toHaveLength(100);
    expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(provider.seen).toHaveLength(1);
  });

  /** Kills the child process after it got the provider's answer, while it waits to store the outcome. */
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
    const childExit = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await childExit;
    await pool().query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS one`);
    await lock.query("ROLLBACK");
    lock.release();
  }

  it("send nothing again after a kill between the provider's answer and our commit (409)", async () => {
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

  it("repeat the request of a killed process if that is harmless", async () => {
    await killBetweenAnswerAndCommit("killed-put", "LOOPBACK_REPLACE");
    await endLease();
    expect((await run("killed-put", "a", {}, projectId, "LOOPBACK_REPLACE")).successful).toBe(true);
    expect(provider.seen.map(({ method }) => method)).toEqual(["PUT", "PUT"]);
  });
});
