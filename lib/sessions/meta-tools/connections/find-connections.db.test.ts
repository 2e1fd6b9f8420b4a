/** The user's connections in a search: the account that the session would use, and what to do without an account. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sealCurrentUser, type CurrentUser } from "@/lib/connected-accounts/current-user";
import { db } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import type { SessionConfig } from "../../settings/contract";
import { createTestOwner } from "@/test/builders/owners";
import { loadSearched } from "@/test/builders/searched-catalog";
import { searchAs } from "@/test/builders/session-search";

let projectId = "";
let config = "";

beforeAll(loadSearched);
beforeEach(async () => {
  projectId = (await createTestOwner()).projectId;
  config = await addConfig(projectId);
});

async function addConfig(projectId: string, more: { forToolRouter?: boolean } = {}): Promise<string> {
  const { id } = await db.authConfig.create({
    data: {
      id: newId("authConfig"),
      projectId,
      toolkitSlug: "parcels",
      scheme: "API_KEY",
      name: "parcels",
      credentials: "",
      ...more,
    },
  });
  return id;
}

let seconds = 0;

/** The account that is added later is the newer one. */
async function addAccount(
  projectId: string,
  userId: string,
  authConfigId: string,
  { user, ...more }: { status?: string; alias?: string; accountType?: string; acl?: object; user?: CurrentUser } = {},
): Promise<string> {
  const id = newId("connectedAccount");
  await db.connectedAccount.create({
    data: {
      id,
      projectId,
      authConfigId,
      toolkitSlug: "parcels",
      userId,
      scheme: "API_KEY",
      status: "ACTIVE",
      currentUser: user ? sealCurrentUser(projectId, id, user) : null,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, ++seconds)),
      ...more,
    },
  });
  return id;
}

/** The status of the parcels app in a search of Ada's. */
async function status(rules: Partial<SessionConfig> = {}, userId = "ada") {
  const { answer } = await searchAs({ projectId, userId }, ["cancel a parcel"], rules);
  const [step] = answer.results[0]?.recommended_plan_steps ?? [];
  const connection = answer.toolkit_connection_statuses.find(({ toolkit }) => toolkit === "parcels");
  return { ...(connection ?? expect.fail("no status")), step, steps: answer.next_steps_guidance.join(" ") };
}

it("returns the newest working account with its owner, and asks for no connection", async () => {
  await addAccount(projectId, "ada", config, { user: { email: "old@ada.test" } });
  const newest = await addAccount(projectId, "ada", config, { user: { name: "Ada", email: "ada@ada.test" } });
  await addAccount(projectId, "ada", config, { status: "EXPIRED" });
  await addAccount(projectId, "bob", config);
  expect(await status()).toMatchObject({
    toolkit: "parcels",
    description: "The parcels service",
    has_active_connection: true,
    connection_details: { connected_account_id: newest, auth_config_id: config, status: "ACTIVE" },
    current_user_info: { name: "Ada", email: "ada@ada.test" },
    account_type: "PRIVATE",
    status_message: "parcels is connected: its tools can be run.",
    step: expect.not.stringContaining("Connect parcels"),
    steps: expect.not.stringContaining("MANAGE_CONNECTIONS"),
  });
  expect(await status()).not.toHaveProperty("accounts");
});

it("explains how to connect if no account exists or works", async () => {
  await addAccount(projectId, "bob", config);
  const none = await status();
  expect(none).toMatchObject({
    has_active_connection: false,
    connection_details: {},
    status_message: expect.stringMatching(/no parcels account.*COMPOSIO_MANAGE_CONNECTIONS.*\["parcels"\]/),
    step: expect.stringContaining("Connect parcels"),
  });
  expect(none).not.toHaveProperty("current_user_info");
  await addAccount(projectId, "ada", config, { status: "EXPIRED" });
  const manage = { enabled: true, enable_wait_for_connections: true, enable_connection_removal: true };
  expect(await status({ manage_connections: manage })).toMatchObject({
    has_active_connection: false,
    connection_details: { status: "EXPIRED" },
    status_message: expect.stringMatching(/is EXPIRED.*COMPOSIO_WAIT_FOR_CONNECTIONS/),
  });
});

describe("the session's account", () => {
  const idOf = async (rules: Partial<SessionConfig>, userId?: string) =>
    (await status(rules, userId)).connection_details?.connected_account_id;

  it("is the first working pinned one, else one of its auth config, else one for sessions", async () => {
    const closed = await addConfig(projectId, { forToolRouter: false });
    const [old, pinned] = [await addAccount(projectId, "ada", config), await addAccount(projectId, "ada", config)];
    const broken = await addAccount(projectId, "ada", config, { status: "FAILED" });
    const shut = await addAccount(projectId, "ada", closed);
    expect(await idOf({})).toBe(pinned);
    expect(await idOf({ connected_accounts: { parcels: [broken, old, pinned] } })).toBe(old);
    expect(await idOf({ connected_accounts: { birds: [old] } })).toBe(pinned);
    expect(await idOf({ auth_configs: { parcels: closed } })).toBe(shut);
    expect(await idOf({ connected_accounts: { parcels: [shut] } })).toBe(shut);
    expect(await idOf({ auth_configs: { parcels: "ac_none" } })).toBeUndefined();
  });

  it("is another user's only where it is shared with the user and pinned", async () => {
    const foreign = await addAccount(projectId, "bob", config);
    const acl = { allowed_user_ids: ["ada"] };
    const shared = await addAccount(projectId, "bob", config, { accountType: "SHARED", acl });
    expect(await idOf({ connected_accounts: { parcels: [foreign] } })).toBeUndefined();
    expect(await idOf({})).toBeUndefined();
    const pins = { connected_accounts: { parcels: [shared] } };
    expect(await idOf(pins)).toBe(shared);
    expect((await status(pins)).account_type).toBe("SHARED");
    expect(await idOf(pins, "eve")).toBeUndefined();
    expect(await idOf({ connected_accounts: { birds: [shared] } })).toBeUndefined();
  });

  it("is never an account of another project", async () => {
    const other = (await createTestOwner()).projectId;
    const theirs = await addAccount(other, "ada", await addConfig(other));
    expect(await idOf({ connected_accounts: { parcels: [theirs] } })).toBeUndefined();
    expect(await idOf({})).toBeUndefined();
  });

  it("is one of several listed accounts where several are allowed, and is named if the session asks", async () => {
    const work = await addAccount(projectId, "ada", config, { alias: "work", user: { email: "ada@work.test" } });
    const several = { multi_account: { enable: true, require_explicit_selection: true } };
    expect(await status(several)).not.toHaveProperty("account_selection");
    const home = await addAccount(projectId, "ada", config);
    const { accounts, ...connection } = await status(several);
    expect(connection).toMatchObject({
      account_selection: "required",
      status_message: expect.stringMatching(/has 2 parcels accounts.*id or alias/),
      steps: expect.stringContaining("Name the account"),
    });
    expect(accounts).toEqual([
      { id: home, status: "ACTIVE", created_at: expect.any(String), is_default: true, account_type: "PRIVATE" },
      {
        id: work,
        alias: "work",
        user_info: { email: "ada@work.test" },
        status: "ACTIVE",
        created_at: expect.any(String),
        is_default: false,
        account_type: "PRIVATE",
      },
    ]);
    const either = { multi_account: { enable: true, require_explicit_selection: false } };
    expect(await status(either)).not.toHaveProperty("account_selection");
    const two = { multi_account: { ...several.multi_account, max_accounts_per_toolkit: 2 } };
    await addAccount(projectId, "ada", config);
    expect((await status(two)).accounts).toHaveLength(2);
  });
});
