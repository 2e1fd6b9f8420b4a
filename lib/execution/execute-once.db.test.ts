/** Executions with an Idempotency-Key: in one process, in several, and in one that is killed. */
import { describe, expect, it } from "vitest";
import { pool } from "@/lib/kernel/database/db";
import { pruneIdempotencyKeys } from "@/lib/kernel/idempotency/key-rows";
import { updateProjectConfig } from "@/lib/access/projects/projects";
import { executeTool } from "./execute-tool";
import { executeProxy } from "./execute-proxy";
import { provider, projectId, otherProjectId, run, refusal, answers } from "@/test/builders/execute-once";
import { ON } from "@/test/builders/origin";

describe("one key", () => {
  it("reaches the provider once for 200 parallel calls, which all get its answer", async () => {
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

  it("returns the stored answer later, with the first log id, whatever the order of the body's fields", async () => {
    const first = await run("later");
    const second = await executeTool(
      { projectId, settings: { storePayloads: true } },
      "loopback_create",
      { arguments: { title: "a" }, user_id: "ada" },
      { ...ON, source: {}, idempotencyKey: "later" },
    );
    expect(second).toEqual(first);
    expect(provider.seen).toHaveLength(1);
  });

  it("refuses another body with 409, and advises against retrying", async () => {
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

  it("is valid only in its project", async () => {
    expect((await run("shared")).data).toEqual({ number: 1 });
    expect((await run("shared", "b", {}, otherProjectId)).data).toEqual({ number: 2 });
  });

  it("returns 409 and sends nothing again if the project has turned storing off", async () => {
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

  it("can be used again if nothing was sent, or the provider answered 429", async () => {
    expect(
      (
        await refusal(
          executeTool(
            { projectId, settings: { storePayloads: true } },
            "LOOPBACK_CREATE",
            { user_id: "ada", arguments: {} },
            { ...ON, source: {}, idempotencyKey: "free" },
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

  it("expires after a day, and its row is deleted", async () => {
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

  it("is stored as a hash only, and its answer sealed", async () => {
    provider.answer = (_, response) => {
      response.end(JSON.stringify({ letter: "a private letter" }));
    };
    await run("a-key-of-a-caller");
    const { rows } = await pool().query<{ row: string }>("SELECT k::text AS row FROM idempotency_key k");
    expect(rows.map(({ row }) => row).join()).not.toMatch(/private|a-key-of/);
    expect((await run("a-key-of-a-caller")).data).toEqual({ letter: "a private letter" });
  });

  it("must be printable and not too long (400)", async () => {
    for (const key of ["", "a\nb", "ü", "x".repeat(256)]) expect((await refusal(run(key))).status).toBe(400);
    expect(provider.seen).toHaveLength(0);
  });

  it("works for proxied requests", async () => {
    const {
      rows: [account],
    } = await pool().query<{ id: string }>("SELECT id FROM connected_account WHERE project_id = $1", [projectId]);
    const proxied = (value: number) =>
      executeProxy(
        { projectId, settings: { storePayloads: true } },
        { connected_account_id: account?.id, endpoint: "/x", method: "POST", body: { value } },
        { ...ON, source: {}, idempotencyKey: "proxy" },
      );
    const all = await Promise.all([proxied(1), proxied(1), proxied(1)]);
    expect(all.map(({ data }) => data)).toEqual([{ number: 1 }, { number: 1 }, { number: 1 }]);
    expect((await refusal(proxied(2))).status).toBe(409);
    expect(provider.seen).toHaveLength(1);
  });
});
