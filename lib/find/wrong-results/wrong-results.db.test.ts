/** Wrong results: one row a request, bounded, of one project alone. */
import { beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import type { Owned } from "@/lib/access/people/owners";
import { db } from "@/lib/kernel/database/db";
import { openAllRoutes } from "@/test/servers/all-routes";
import { createTestOwner } from "@/test/builders/owners";
import { queryRows } from "@/test/setup/query-rows";
import { deleteWrongResult, listWrongResults, markWrongResult, MOST_WRONG_RESULTS } from "./wrong-results";

let owner: Owned;
let other: Owned;

beforeAll(async () => {
  owner = await createTestOwner();
  other = await createTestOwner();
});

const mark = (projectId: string, request: string, expected?: string) =>
  markWrongResult(projectId, { request, shown: ["MAIL_SEND"], expected });
const requestsOf = async (projectId: string) =>
  (await listWrongResults(projectId, { limit: 200 })).items.map(({ request }) => request);

/** As many rows as a project may have, all older than any that is marked now. */
const fill = (projectId: string) =>
  queryRows(
    "test.fill",
    `INSERT INTO wrong_result (id, project_id, request_hash, request, shown, created_at)
     SELECT 'wr_' || $1 || n, $1, n::text, 'old ' || n, '{}', timestamptz '2026-01-01' + n * interval '1 second'
     FROM generate_series(1, ${MOST_WRONG_RESULTS}) n RETURNING id`,
    [projectId],
  );

describe("wrong results", () => {
  it("are listed newest first, page by page", async () => {
    const { projectId } = await createTestOwner();
    for (const request of ["one", "two", "three"]) await mark(projectId, request);
    const first = await listWrongResults(projectId, { limit: 2 });
    expect(first.items.map(({ request }) => request)).toEqual(["three", "two"]);
    const second = await listWrongResults(projectId, { limit: 2, cursor: first.next_cursor ?? "" });
    expect(second.items.map(({ request }) => request)).toEqual(["one"]);
    expect([first.total_items, second.next_cursor]).toEqual([3, null]);
  });

  it("have one row for each request, whatever its spaces and case, and keep the expected tool", async () => {
    const { projectId } = await createTestOwner();
    const first = await mark(projectId, "Send an email", "GMAIL_SEND_EMAIL");
    const again = await markWrongResult(projectId, { request: "send  an EMAIL", shown: ["OTHER"] });
    expect(again).toMatchObject({ id: first.id, shown: ["OTHER"], expected: "GMAIL_SEND_EMAIL" });
    expect(await mark(projectId, "send an email", "OUTLOOK_SEND")).toMatchObject({
      id: first.id,
      expected: "OUTLOOK_SEND",
    });
    expect(await requestsOf(projectId)).toEqual(["send an email"]);
  });

  it("become one row if many callers mark the same request at once", async () => {
    const { projectId } = await createTestOwner();
    const rows = await Promise.all(Array.from({ length: 8 }, () => mark(projectId, "the same")));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    expect(await requestsOf(projectId)).toEqual(["the same"]);
  });

  it("never exceed the limit, also when many are marked at once: the oldest are deleted", async () => {
    const { projectId } = await createTestOwner();
    await fill(projectId);
    await Promise.all(Array.from({ length: 8 }, (_, n) => mark(projectId, `new ${n}`)));
    expect(await db.wrongResult.count({ where: { projectId } })).toBe(MOST_WRONG_RESULTS);
    const oldest = await db.wrongResult.findFirst({ where: { projectId }, orderBy: { createdAt: "asc" } });
    expect(oldest?.request).toBe("old 9");
  });

  it("keep as many reports of agents beside the searches, and neither drops the other", async () => {
    const { projectId } = await createTestOwner();
    await fill(projectId);
    await markWrongResult(projectId, { request: "nothing came", shown: ["MAIL_SEND"], outcome: "empty" });
    expect(await db.wrongResult.count({ where: { projectId } })).toBe(MOST_WRONG_RESULTS + 1);
    await mark(projectId, "new");
    expect(await requestsOf(projectId)).toContain("nothing came");
    expect(await db.wrongResult.count({ where: { projectId } })).toBe(MOST_WRONG_RESULTS + 1);
  });

  it("are not listed, deleted or changed by another project", async () => {
    await mark(other.projectId, "theirs", "THEIR_TOOL");
    await fill(owner.projectId);
    await mark(owner.projectId, "theirs");
    expect(await listWrongResults(other.projectId, { limit: 10 })).toMatchObject({
      items: [{ request: "theirs", expected: "THEIR_TOOL" }],
      total_items: 1,
    });
  });

  it("return 404 after deletion and for another project, whose row stays", async () => {
    const { id } = await mark(other.projectId, "to be kept");
    await expect(deleteWrongResult(owner.projectId, id)).rejects.toMatchObject({ status: 404 });
    expect(await requestsOf(other.projectId)).toContain("to be kept");
    await deleteWrongResult(other.projectId, id);
    await expect(deleteWrongResult(other.projectId, id)).rejects.toMatchObject({ status: 404 });
    expect(await requestsOf(other.projectId)).not.toContain("to be kept");
  });

  it("end with their project", async () => {
    const { projectId } = await createTestOwner();
    await mark(projectId, "short-lived");
    await db.project.delete({ where: { id: projectId } });
    expect(await db.wrongResult.count({ where: { projectId } })).toBe(0);
  });
});

describe("the operations", () => {
  const door = openAllRoutes();
  const path = "/api/v3/internal/patchbay/find/wrong_results";
  const ask = async (key: string, method: string, urlPath: string, body?: unknown) => {
    const answer = await door.fetch(
      new Request(`http://localhost:3000${urlPath}`, {
        method,
        headers: { "x-api-key": key, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return { status: answer.status, body: (await answer.json()) as { id?: string; items?: unknown[] } };
  };

  it("mark, list and delete (201, 200), with a row of the audit trail for each change", async () => {
    const { projectId } = await createTestOwner();
    const { key } = await createApiKey(projectId, { name: "marker" });
    const response = await ask(key, "POST", path, { request: " find it ", shown: ["A_B"], expected: "c_d" });
    expect(response).toMatchObject({ status: 201, body: { request: "find it", shown: ["A_B"], expected: "C_D" } });
    expect((await ask(key, "GET", path)).body.items).toEqual([response.body]);
    expect(await ask(key, "DELETE", `${path}/${response.body.id}`)).toMatchObject({
      status: 200,
      body: { deleted: true },
    });
    expect((await ask(key, "GET", path)).body.items).toEqual([]);
    const events = await queryRows<{ action: string; target: string }>(
      "test.audit",
      "SELECT action, target FROM audit_event WHERE project_id = $1 ORDER BY id",
      [projectId],
    );
    expect(events).toEqual([
      { action: "wrong_result.create", target: response.body.id },
      { action: "wrong_result.delete", target: response.body.id },
    ]);
  });

  it("return 400 for an empty request, one that is too long, and too many results", async () => {
    const { key } = await createApiKey(owner.projectId, { name: "careless" });
    for (const body of [
      { request: " ", shown: [] },
      { request: "x".repeat(2001), shown: [] },
      { request: "x", shown: Array.from({ length: 21 }, () => "A") },
      { request: "x", shown: ["A".repeat(201)] },
    ])
      expect((await ask(key, "POST", path, body)).status).toBe(400);
  });
});
