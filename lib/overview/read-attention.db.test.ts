/** The numbers of the bell: each kind of thing that waits for a person, of one project alone. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as route } from "@/app/api/v3/internal/patchbay/attention/route";
import { db, pool } from "@/lib/kernel/database/db";
import { installListedToolkits, newListedProject, type ListedProject } from "@/test/builders/listed-project";
import { addMember, callRoute } from "@/test/builders/members";
import { parkTestCall } from "@/test/builders/parked-call";
import { readAttention } from "./read-attention";

type Attention = Awaited<ReturnType<typeof readAttention>>;

let project: ListedProject;
let stranger: ListedProject;
let before: Attention;

beforeAll(async () => {
  await installListedToolkits();
  stranger = await newListedProject();
});
beforeEach(async () => {
  project = await newListedProject();
  before = await readAttention(project.projectId);
});

const change = (text: string, ...values: unknown[]) => pool().query(text, [project.projectId, ...values]);
/** The growth of each kind since the start of the test; kinds without a change are left out. */
async function readNews(): Promise<Partial<Attention>> {
  const now = await readAttention(project.projectId);
  const kinds = Object.keys(now) as (keyof Attention)[];
  return Object.fromEntries(kinds.map((kind) => [kind, now[kind] - before[kind]]).filter(([, more]) => more !== 0));
}

it("counts a call until it is decided or its time is over", async () => {
  const tool = { slug: "MAIL_SEND", toolkitSlug: "mail" };
  const { id } = await parkTestCall(project.projectId, project.sessions[0] ?? "", tool);
  const other = await parkTestCall(project.projectId, project.sessions[0] ?? "", tool);
  expect(await readNews()).toEqual({ approvals: 2 });
  await change("UPDATE parked_call SET expires_at = now() - interval '1 hour' WHERE project_id = $1 AND id = $2", id);
  await change("UPDATE parked_call SET state = 'denied' WHERE project_id = $1 AND id = $2", other.id);
  expect(await readNews()).toEqual({});
});

it("counts an account that worked once and stopped, but none that never worked or was revoked", async () => {
  const [worked, never] = project.accounts;
  const setStatus = (id: string | undefined, status: string) =>
    change("UPDATE connected_account SET status = $3 WHERE project_id = $1 AND id = $2", id, status);
  await change("DELETE FROM connected_account_event WHERE project_id = $1 AND account_id = $2", never);
  await setStatus(worked, "EXPIRED");
  await setStatus(never, "EXPIRED");
  expect(await readNews()).toEqual({ accounts: 1 });
  await setStatus(worked, "FAILED");
  expect(await readNews()).toEqual({ accounts: 1 });
  await setStatus(worked, "REVOKED");
  expect(await readNews()).toEqual({});
});

it("counts a trigger that fails or that the server disabled, but none that a person disabled", async () => {
  const [first, second] = await db.triggerInstance.findMany({ where: { projectId: project.projectId } });
  const set = (id: string | undefined, changes: string) =>
    change(`UPDATE trigger_instance SET ${changes} WHERE project_id = $1 AND id = $2`, id);
  await set(first?.id, "last_error = 'The provider answered 500.'");
  await set(second?.id, "disabled_at = now(), disabled_reason = 'connection_expired'");
  expect(await readNews()).toEqual({ triggers: 2 });
  await set(first?.id, "disabled_at = now()");
  await set(second?.id, "disabled_reason = NULL");
  expect(await readNews()).toEqual({});
});

it("counts a receiver that the server disabled until it is deleted", async () => {
  const [receiver] = await db.webhookSubscription.findMany({ where: { projectId: project.projectId } });
  const set = (changes: string) =>
    change(`UPDATE webhook_subscription SET ${changes} WHERE project_id = $1 AND id = $2`, receiver?.id);
  await set("disabled_at = now(), disabled_reason = 'failing'");
  expect(await readNews()).toEqual({ receivers: 1 });
  await set("deleted_at = now()");
  expect(await readNews()).toEqual({});
});

describe("who sees the numbers", () => {
  const ask = (headers: Record<string, string>) => callRoute(route, headers);

  it("another project has numbers of its own", async () => {
    const theirs = await readAttention(stranger.projectId);
    await change("UPDATE connected_account SET status = 'EXPIRED' WHERE project_id = $1");
    await change("UPDATE trigger_instance SET last_error = 'The provider answered 500.' WHERE project_id = $1");
    await change("UPDATE webhook_subscription SET disabled_reason = 'failing' WHERE project_id = $1");
    const reply = await ask({ "x-api-key": stranger.key });
    expect([reply.status, reply.body]).toEqual([200, theirs]);
    expect((await ask({ "x-api-key": project.key })).body).toMatchObject({ accounts: 2, triggers: 4, receivers: 2 });
  });

  it("viewers see them, members of another organization and visitors do not", async () => {
    const { organizationId } = await db.project.findUniqueOrThrow({ where: { id: project.projectId } });
    const viewer = await addMember({ organizationId, projectId: project.projectId, userId: "" }, "viewer");
    const named = { "x-project-id": project.projectId };
    const reply = await ask({ ...named, cookie: viewer.cookie });
    expect([reply.status, reply.body]).toEqual([200, before]);
    expect((await ask(named)).status).toBe(401);
    await change("UPDATE connected_account SET status = 'EXPIRED' WHERE project_id = $1");
    expect((await ask({ ...named, cookie: viewer.cookie })).body).toMatchObject({ accounts: 2 });
    // A project that somebody is no member of is answered like a deleted one: by a project of their project.
    expect((await ask({ ...named, cookie: stranger.cookie })).body).toEqual(await readAttention(stranger.projectId));
  });
});
