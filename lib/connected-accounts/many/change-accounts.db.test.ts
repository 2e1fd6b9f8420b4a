/** An action on all accounts that match a filter: in pieces, of this project alone, with what could not be done. */
import { expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { client, connect, stranger } from "@/test/builders/accounts";
import type { Client } from "@/test/clients/connect-api";

type Result = { done: number; failed: { id: string }[]; next: string | null; total_items: number };

const send = (by: Client, body: object) => by.call("POST", "/internal/patchbay/connected_accounts/many", body);
const piece = async (body: object): Promise<Result> => (await send(client, body)).body as unknown as Result;

const many = async (user: string, count: number): Promise<void> => {
  for (let index = 0; index < count; index++) await connect(user);
};
const countOf = (userId: string, status?: "INACTIVE") =>
  db.connectedAccount.count({ where: { projectId: client.projectId, userId, ...(status && { status }) } });

it("disables everything that matches, a piece at a time, and nothing else", async () => {
  await many("many", 30);
  await many("few", 2);
  const body = { action: "disable", filter: { user_ids: ["many"], ever_active: true } };
  const first = await piece(body);
  expect(first).toMatchObject({ done: 25, failed: [], total_items: 30, next: expect.any(String) as string });
  const second = await piece({ ...body, after: first.next });
  expect(second).toMatchObject({ done: 5, failed: [], next: null });
  expect([await countOf("many", "INACTIVE"), await countOf("few", "INACTIVE")]).toEqual([30, 0]);
});

it("leaves out accounts that were connected after the first piece", async () => {
  await many("later", 26);
  const body = { action: "delete", filter: { user_ids: ["later"] } };
  const { next } = await piece(body);
  await connect("later");
  expect(await piece({ ...body, after: next })).toMatchObject({ done: 1, next: null });
  expect(await countOf("later")).toBe(1);
});

it("400: goes on for no other action, filter or project", async () => {
  await many("bound", 26);
  const filter = { user_ids: ["bound"] };
  const { next } = await piece({ action: "disable", filter });
  expect((await send(client, { action: "delete", filter, after: next })).status).toBe(400);
  expect((await send(client, { action: "disable", filter: {}, after: next })).status).toBe(400);
  expect((await send(stranger, { action: "disable", filter, after: next })).status).toBe(400);
  expect(await countOf("bound")).toBe(26);
});

it("changes nothing of another project", async () => {
  await many("theirs", 1);
  const { body } = await send(stranger, { action: "delete", filter: { user_ids: ["theirs"] } });
  expect(body).toMatchObject({ done: 0, total_items: 0 });
  expect(await countOf("theirs")).toBe(1);
});

it("records each account in the audit trail", async () => {
  const account = await connect("audited");
  await piece({ action: "delete", filter: { user_ids: ["audited"] } });
  const targets = await db.auditEvent.findMany({
    where: { projectId: client.projectId, action: "connected_account.delete", target: account.id },
  });
  expect(targets).toHaveLength(1);
});
