/**
 * Events of accounts for receivers: one event when an account is created, and one each time it expires or is revoked.
 */
import { expect, it } from "vitest";
import { createAuthConfig } from "@/lib/auth-configs/auth-configs";
import { db } from "@/lib/kernel/database/db";
import { openContent } from "@/lib/webhooks/events/event-content";
import { installListedToolkits } from "@/test/builders/listed-project";
import { createTestOwner } from "@/test/builders/owners";
import { beginConnection } from "../manage/begin-connection";
import { requireAccount } from "./accounts";
import { recordAccountEvent } from "./record-account-event";
import { endAttempt } from "./end-attempt";

it("reports the changes of an account that receivers can ask for, and no others", async () => {
  await installListedToolkits();
  const { projectId } = await createTestOwner();
  const { id: authConfigId } = await createAuthConfig(projectId, {
    toolkitSlug: "keyed",
    managed: false,
    scheme: "API_KEY",
  });
  const { account } = await beginConnection(projectId, {
    authConfigId,
    userId: "ada",
    values: { api_key: "secret-key" },
  });
  const change = (status: "ACTIVE" | "EXPIRED" | "REVOKED" | "FAILED" | "INITIATED", reason: string | null = null) =>
    db.$transaction((tx) => recordAccountEvent(tx, projectId, account.id, { status, reason, by: "provider" }));
  await change("ACTIVE");
  await change("FAILED");
  await change("EXPIRED", "The refresh token was refused.");
  await change("EXPIRED", "Again.");
  await change("INITIATED");
  await change("EXPIRED", "The person gave up.");
  await change("ACTIVE");
  await change("EXPIRED");
  await change("REVOKED");
  const events = await db.webhookEvent.findMany({ where: { projectId }, orderBy: { seq: "asc" } });
  expect(events.map(({ type }) => type.replace("composio.connected_account.", ""))).toEqual([
    "created",
    "expired",
    "expired",
    "revoked",
  ]);
  const [, expired] = events;
  expect(expired).toMatchObject({ accountId: account.id, userId: "ada", toolkitSlug: "keyed", lane: account.id });
  expect(openContent(projectId, expired?.id ?? "", expired?.content ?? "").data).toMatchObject({
    id: account.id,
    status: "EXPIRED",
    status_reason: "The refresh token was refused.",
    toolkit: { slug: "keyed" },
    auth_config: { id: authConfigId },
  });
  const { account: unused } = await beginConnection(projectId, { authConfigId, userId: "bob", values: {} });
  await db.$transaction((tx) =>
    endAttempt(tx, projectId, unused.id, { to: "EXPIRED", reason: "Nobody used the link.", by: "system" }),
  );
  expect((await requireAccount(projectId, unused.id)).status).toBe("EXPIRED");
  expect(await db.webhookEvent.count({ where: { projectId, accountId: unused.id } })).toBe(0);
});
