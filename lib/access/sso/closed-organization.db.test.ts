/** What a sign-in and keys of other organizations reach of an organization that requires single sign-on: nothing. */
import { beforeEach, expect, it } from "vitest";
import { GET as getSession } from "@/app/api/v3/internal/patchbay/session/route";
import { POST as resolveProject } from "@/app/api/v3/org/consumer/project/resolve/route";
import { GET as listOrganizations } from "@/app/api/v3/org/list/route";
import { GET as listProjects } from "@/app/api/v3/org/project/list/route";
import { db } from "@/lib/kernel/database/db";
import { findPerson } from "@/lib/oauth-server/find-person";
import { ask } from "@/test/attacker/tenants";
import { callRoute, joinOrganization } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import type { ProjectCaller, SignInCaller } from "../caller";
import { createApiKey } from "../keys/api-keys";
import { createCliSession, readCliSession } from "../keys/confirm-cli-session";
import { createUserKey } from "../keys/create-user-key";
import { findCallerByUserKey } from "../keys/find-caller-by-user-key";
import { onAccessEnd } from "../on-access-end";
import { announceChange } from "../announce-change";
import { findCallerBySignIn } from "../sign-in/sign-in-caller";

type Owner = Awaited<ReturnType<typeof createTestOwner>>;
/** The organization with the rule, and a person who owns another one and is an owner here too. */
let closed: Owner;
let person: Owner;
let cookie: string;

const closeIt = () =>
  db.$transaction(async (tx) => {
    await tx.organization.update({ where: { id: closed.organizationId }, data: { requiresSso: true } });
    await announceChange(tx, "callers");
  });

beforeEach(async () => {
  [closed, person] = [await createTestOwner(), await createTestOwner()];
  await joinOrganization(closed.organizationId, person.userId, "owner");
  cookie = await sessionCookie(person.userId);
});

it("leads a password to the person's other organizations alone, and shows nothing of this one", async () => {
  const before = JSON.stringify((await callRoute(getSession, { cookie })).body);
  expect(before).toContain(closed.projectId);
  await closeIt();
  expect((await findCallerBySignIn(cookie, closed.projectId))?.projectId).toBe(person.projectId);
  for (const [route, headers] of [
    [getSession, {}],
    [listOrganizations, {}],
    [listProjects, {}],
    [listProjects, { "x-org-id": closed.organizationId }],
    [resolveProject, {}],
    [resolveProject, { "x-org-id": closed.organizationId }],
  ] as const) {
    const { status, body } = await callRoute(route, { cookie, ...headers });
    const text = JSON.stringify(body);
    expect([route.op.id, status]).toEqual([route.op.id, "x-org-id" in headers ? 404 : 200]);
    if (status === 200) expect(text).toContain(person.organizationId);
    if (status === 200) expect(text).not.toContain(closed.organizationId);
    expect(text).not.toContain(closed.projectId);
  }
  const all = await ask({ cookie }, "GET", "/api/v3/org/project/list?list_all_org_projects=true");
  expect(await all.text()).not.toContain(closed.projectId);
});

it("takes no consent of such a sign-in to an MCP client, and no key for a command line", async () => {
  const browser = { cookies: cookie, endUserCookie: null };
  expect(await findPerson(closed.projectId, browser)).toMatchObject({ as: "member" });
  await closeIt();
  expect(await findPerson(closed.projectId, browser)).toBeNull();
  expect(await findPerson(person.projectId, browser)).toMatchObject({ as: "member" });
  const { id } = await createCliSession({ scope: "user" }, undefined);
  const caller = (await findCallerBySignIn(cookie)) as SignInCaller;
  expect((await readCliSession(caller, id)).organizations).toHaveLength(1);
});

it("opens to keys that were made in it, and not to a person's key of another organization", async () => {
  const { key: projectKey } = await createApiKey(closed.projectId, { name: "program" });
  const keyIn = ({ organizationId }: Owner) =>
    createUserKey({ organizationId, userId: person.userId }, { name: "cli" });
  const [here, elsewhere] = [await keyIn(closed), await keyIn(person)];
  const named = { organizationId: closed.organizationId, projectId: closed.projectId };
  const stream = (await findCallerByUserKey(elsewhere.key, named, true)) as ProjectCaller;
  const streamEnd = new Promise<void>((resolve) => void onAccessEnd(stream, resolve));
  await closeIt();
  await streamEnd;
  const pair = { "x-org-id": named.organizationId, "x-project-id": named.projectId };
  const statusOf = async (headers: Record<string, string>) =>
    (await ask(headers, "GET", "/api/v3/auth_configs")).status;
  expect(await statusOf({ "x-api-key": projectKey })).toBe(200);
  expect(await statusOf({ "x-user-api-key": here.key, ...pair })).toBe(200);
  expect(await statusOf({ "x-user-api-key": elsewhere.key, ...pair })).toBe(404);
  const list = await ask({ "x-user-api-key": elsewhere.key }, "GET", "/api/v3/org/list");
  expect(await list.text()).not.toContain(closed.organizationId);
  const ownList = await ask({ "x-user-api-key": here.key }, "GET", "/api/v3/org/list");
  expect(await ownList.text()).toContain(closed.organizationId);
});
