/** Keys by a person whose role changed after the call was authorized, and the address of a key's last use. */
import { beforeEach, expect, it } from "vitest";
import { GET as listUserKeys } from "@/app/api/v3/internal/patchbay/profile/api_keys/route";
import { GET as listOrganizationKeys } from "@/app/api/v3/internal/patchbay/organization/api_keys/route";
import { db } from "@/lib/kernel/database/db";
import { addMember, callRoute, type Someone } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import type { SignInCaller } from "../caller";
import { changeRole, removeMember } from "../people/members";
import type { Owned } from "../people/owners";
import { findCallerBySignIn } from "../sign-in/sign-in-caller";
import { createApiKey } from "./api-keys";
import { createApiKeyAs } from "./create-api-key-as";
import { createUserKey } from "./create-user-key";
import { findUserByKey } from "./find-caller-by-user-key";
import { createOrganizationKey, findCallerByOrganizationKey } from "./find-organization-keys";
import { flushKeyUses } from "./record-key-use";
import { rotateApiKey } from "./rotate-api-key";

let owner: Owned;
let second: Someone;
let caller: SignInCaller;
beforeEach(async () => {
  owner = await createTestOwner();
  second = await addMember(owner, "owner");
  const signedIn = await findCallerBySignIn(second.cookie);
  if (!signedIn) throw new Error("no caller");
  caller = signedIn;
});

const manager = () => ({ organizationId: owner.organizationId, userId: owner.userId });
const createAll = async () => {
  const { id } = await createApiKey(owner.projectId, { name: "deploy" });
  return [
    () => createOrganizationKey(owner.organizationId, { name: "left behind", createdBy: second.userId }),
    () => createApiKeyAs(caller, { name: "left behind" }),
    () => rotateApiKey(owner.projectId, id, { overlapSeconds: 0, createdBy: second.userId, caller }),
  ];
};
const countOfSecond = () => db.apiKey.count({ where: { createdBy: second.userId } });

it("a removed owner leaves no key, by a call that was authorized before", async () => {
  const calls = await createAll();
  await removeMember(manager(), second.userId);
  for (const create of calls) await expect(create()).rejects.toMatchObject({ kind: "NotFound" });
  expect(await countOfSecond()).toBe(0);
});

it("a person with another role creates no key, by a call that was authorized before", async () => {
  const calls = await createAll();
  await changeRole(manager(), second.userId, "developer");
  for (const create of calls) await expect(create()).rejects.toMatchObject({ kind: "Forbidden" });
  expect(await countOfSecond()).toBe(0);
});

it("an owner who is removed at the same moment leaves no key that the removal does not know", async () => {
  const create = () => createOrganizationKey(owner.organizationId, { name: "at once", createdBy: second.userId });
  await Promise.allSettled([removeMember(manager(), second.userId), create(), create()]);
  await expect(create()).rejects.toMatchObject({ kind: "NotFound" });
});

it("keys of users and of organizations show the address of their last use", async () => {
  const ofUser = await createUserKey(manager(), { name: "laptop" });
  const ofOrganization = await createOrganizationKey(owner.organizationId, { name: "x", createdBy: owner.userId });
  await findUserByKey(ofUser.key, () => "203.0.113.7");
  await findCallerByOrganizationKey(ofOrganization.key, () => "203.0.113.8");
  await flushKeyUses();
  const cookie = await sessionCookie(owner.userId);
  const listItems = async (route: typeof listUserKeys | typeof listOrganizationKeys) =>
    (await callRoute(route, { cookie })).body.items;
  expect(await listItems(listUserKeys)).toEqual([expect.objectContaining({ last_used_from: "203.0.113.7" })]);
  expect(await listItems(listOrganizationKeys)).toEqual([expect.objectContaining({ last_used_from: "203.0.113.8" })]);
});
