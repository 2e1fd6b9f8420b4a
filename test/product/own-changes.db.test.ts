/**
 * After a change is answered, the next request to the same copy sees it. The database's notifications are held back, so
 * only the change itself can have updated the copy.
 */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createApiKey, findCallerByApiKey, revokeApiKey } from "@/lib/access/keys/api-keys";
import { findKnownProject } from "@/lib/access/projects/known-project";
import { findPayloadRule, updateProjectConfig } from "@/lib/access/projects/projects";
import { db } from "@/lib/kernel/database/db";
import { inHotTransaction } from "@/lib/kernel/database/in-hot-transaction";
import { type Channel, isListening, listen, notify } from "@/lib/kernel/database/notify";
import { now } from "@/lib/kernel/time/clock";
import { findAddressedServer } from "@/lib/mcp/servers/addressed-server";
import { deleteServer, updateServer } from "@/lib/mcp/servers/servers";
import { findIdentityProvider, setSignIn } from "@/lib/oauth-server/sign-in-settings";
import { policyOf, updatePolicy } from "@/lib/sessions/rules/read-policy";
import { deleteRule, putRule } from "@/lib/sessions/rules/approval-rules";
import { findSession } from "@/lib/sessions/store/session-cache";
import { createSession, deleteSession, updateSession } from "@/lib/sessions/sessions";
import { projectFacts, setProjectFacts } from "@/lib/webhooks/delivery/project-facts";
import { createTestOwner } from "../builders/owners";
import { remembered } from "../setup/process-memory";

const ROUNDS = Array.from({ length: 20 }, (_, round) => round);
const CHANNELS: Channel[] = ["patchbay_access", "patchbay_approvals", "patchbay_sessions", "patchbay_mcp_servers"];
const FREELY = { mayLoosen: () => undefined };

let projectId: string;
let key: string;

/** Takes the messages away that the connection gets from now on. */
const holdBack = () => (remembered.get("notify") as { client: pg.Client }).client.removeAllListeners("notification");

beforeAll(async () => {
  const owner = await createTestOwner();
  await findKnownProject(owner.projectId);
  await policyOf(owner.projectId);
  await findSession(owner.projectId, "trs_none");
  await findAddressedServer(randomUUID(), "");
  await vi.waitFor(() => expect(CHANNELS.every(isListening)).toBe(true), { timeout: 30_000 });
  holdBack();
  setProjectFacts(findPayloadRule);
});
beforeEach(async () => {
  ({ projectId } = await createTestOwner());
  ({ key } = await createApiKey(projectId, { name: "test" }));
});

describe("the next request", () => {
  it("uses the project's current settings, by each way to a caller", async () => {
    for (const round of ROUNDS) {
      const [minutes, hides] = [10 + round, round % 2 === 0];
      await findCallerByApiKey(key);
      await Promise.all([findKnownProject(projectId), projectFacts(projectId)]);
      await updateProjectConfig(projectId, {
        linkMinutes: minutes,
        storePayloads: hides,
        requireMcpApiKey: hides,
      });
      const caller = await findCallerByApiKey(key);
      expect([caller?.settings.storePayloads, caller?.settings.linkMinutes]).toEqual([hides, minutes]);
      expect(await findKnownProject(projectId)).toMatchObject({ requireMcpApiKey: hides });
      expect((await projectFacts(projectId))?.storesPayloads).toBe(hides);
    }
  });

  it("finds no caller for a revoked key", async () => {
    for (const round of ROUNDS) {
      const apiKey = await createApiKey(projectId, { name: `key ${round}` });
      expect(await findCallerByApiKey(apiKey.key)).not.toBeNull();
      await revokeApiKey(projectId, apiKey.id);
      expect(await findCallerByApiKey(apiKey.key)).toBeNull();
    }
  });

  it("uses the project's current approval rules", async () => {
    const by = { id: "usr_1", name: "Ada", ...FREELY };
    for (const round of ROUNDS) {
      await policyOf(projectId);
      await updatePolicy(projectId, { lifeSeconds: 60 + round }, FREELY);
      expect((await policyOf(projectId)).lifeSeconds).toBe(60 + round);
      const rule = { subject: "GITHUB_GET", toolkitSlug: "github", rule: "deny" as never };
      await db.$transaction((tx) => putRule(tx, projectId, rule, by));
      expect((await policyOf(projectId)).rules.has("GITHUB_GET")).toBe(true);
      await deleteRule(projectId, "GITHUB_GET", FREELY);
      expect((await policyOf(projectId)).rules.has("GITHUB_GET")).toBe(false);
    }
  });

  it("uses the session's current rules, and its end", async () => {
    for (const round of ROUNDS) {
      const { id } = await createSession(projectId, "ada", {});
      const enable = round % 2 === 0;
      expect(await findSession(projectId, id)).not.toBeNull();
      await updateSession(projectId, id, { proxy_execute: { enable } } as never);
      expect((await findSession(projectId, id))?.config.proxy_execute.enable).toBe(enable);
      await deleteSession(projectId, id);
      expect(await findSession(projectId, id)).toBeNull();
    }
  });

  it("uses the current MCP server, and its end", async () => {
    for (const round of ROUNDS) {
      const id = randomUUID();
      const server = { id, projectId, name: `s${round}`, managedAuth: true, createdAt: now(), updatedAt: now() };
      await db.mcpServer.create({ data: { ...server, authConfigIds: [], toolkits: [], allowedTools: [] } });
      expect((await findAddressedServer(id, ""))?.managedAuth).toBe(true);
      await updateServer(projectId, id, { managedAuth: false });
      expect((await findAddressedServer(id, ""))?.managedAuth).toBe(false);
      await deleteServer(projectId, id);
      expect(await findAddressedServer(id, "")).toBeNull();
    }
  });

  it("uses the current issuer of tokens", async () => {
    for (const round of ROUNDS) {
      await findIdentityProvider(projectId);
      const issuer = `https://id${round}.example.com`;
      const provider = { issuer, jwks_url: `${issuer}/keys`, audience: "mcp", user_claim: "sub", toolkits_claim: null };
      await setSignIn(projectId, { sign_in_url: null, identity_provider: provider } as never);
      expect((await findIdentityProvider(projectId))?.issuer).toBe(issuer);
    }
  });

  it("sees nothing of a read that began before the change and ended after it", async () => {
    for (const round of ROUNDS) {
      const reads = Array.from({ length: 5 }, () => [
        findCallerByApiKey(key),
        findKnownProject(projectId),
        policyOf(projectId),
      ]);
      await Promise.all([
        updateProjectConfig(projectId, { linkMinutes: 100 + round }),
        updatePolicy(projectId, { lifeSeconds: 100 + round }, FREELY),
        ...reads.flat(),
      ]);
      expect((await findCallerByApiKey(key))?.settings.linkMinutes).toBe(100 + round);
      expect((await policyOf(projectId)).lifeSeconds).toBe(100 + round);
    }
  });
});

describe("a message of this process to itself", () => {
  const messages: string[] = [];
  const channel = "patchbay_own_test";
  beforeAll(() =>
    listen(channel, { message: () => undefined, missed: () => undefined, onOwn: (text) => void messages.push(text) }),
  );

  it("comes with the commit, not before it", async () => {
    await db.$transaction(async (tx) => {
      await notify(tx, channel, "one");
      expect(messages).toEqual([]);
    });
    expect(messages.splice(0)).toEqual(["one"]);
    await inHotTransaction(async (tx) => {
      await notify(tx, channel, "two");
      expect(messages).toEqual([]);
    });
    expect(messages.splice(0)).toEqual(["two"]);
    await notify(db, channel, "three");
    expect(messages.splice(0)).toEqual(["three"]);
  });

  it("comes also if nobody knows whether the transaction was committed", async () => {
    const transaction = db.$transaction(async (tx) => {
      await notify(tx, channel, "maybe");
      throw new Error("the connection is lost");
    });
    await expect(transaction).rejects.toThrow("lost");
    expect(messages.splice(0)).toEqual(["maybe"]);
  });
});
