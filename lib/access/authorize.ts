/**
 * Checks whether a caller may use an operation. Called for every request after authentication, and from nowhere else.
 */
import { type AreaPermission, KEY_AREAS, type Permission } from "@/lib/contract/permission";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import type { BySessionKey, Caller } from "./caller";
import { permissionsOf, rolesWith } from "./roles";
import { assertOpenToConfined } from "./sso/assert-whole-sign-in";

const sentence = (roles: readonly string[]): string =>
  roles.length > 1 ? `${roles.slice(0, -1).join(", ")} or ${roles.at(-1)}` : (roles[0] ?? "nobody");

/** @returns the refusal of an operation to a scoped key, with the area and the level that it lacks */
export function scopeRefusal(permission: Permission): ApiError {
  const [area = "", level] = permission.split(":");
  const isOfKeys = KEY_AREAS.some((keyArea) => keyArea === area);
  return new ApiError("Forbidden", `This API key cannot do this: it lacks ${level} access to ${area}.`, {
    suggestedFix: isOfKeys
      ? `Use a key with ${level} access to ${area}. What a key may do is fixed when it is made, under Settings, API keys.`
      : "Use a key with full access, or do it in the dashboard.",
  });
}

const KEYS: Readonly<Record<string, string>> = {
  sessionKey: "The access key of a session",
  organization: "A key of an organization",
  user: "A key of a user",
};

/** @returns the refusal of an operation that only these roles may use; `what` completes the sentence "... cannot" */
export function refusal(caller: Caller, permission: Permission, what = `do this (it needs ${permission})`): ApiError {
  const able = sentence(rolesWith(permission));
  const by = caller.kind === "project" ? caller.by : null;
  if (by?.kind === "apiKey" && by.permissions) return scopeRefusal(permission);
  const key = KEYS[by?.kind ?? caller.kind] ?? "An API key";
  const who = by?.kind === "session" || by?.kind === "userKey" ? `The role ${by.role} cannot` : `${key} cannot`;
  return new ApiError("Forbidden", `${who} ${what}.`, {
    suggestedFix:
      caller.kind === "project" && caller.by.kind === "apiKey"
        ? `Sign in to the dashboard as ${able} and do it there.`
        : `Ask someone in your organization whose role is ${able}.`,
  });
}

/** Operations on the whole server are only for those who run it: the owners of its first organization. */
async function requireOperator(organizationId: string): Promise<void> {
  const first = await db.organization.findFirst({
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  if (first?.id !== organizationId) throw notOperator();
}

const notOperator = () =>
  new ApiError("Forbidden", "Only the operator of this server can do this: an owner of its first organization.", {
    suggestedFix: "Ask the operator, or bring an app of your own with each auth config.",
  });

/**
 * Where an operation can be reached with the access key of a session: the session that its path names, if it names one.
 */
export type WithinSession = { sessionId?: unknown };

const outsideSession = () =>
  new ApiError("Forbidden", "A session's access key can't do this. It only reaches what its session offers.", {
    suggestedFix: "Send a key of the project in the x-api-key header.",
  });

/** The key of a session must not reveal which other sessions exist. */
function assertWithin({ agentSessionId }: BySessionKey, within: WithinSession | undefined): void {
  if (!within) throw outsideSession();
  if (within.sessionId === undefined || within.sessionId === agentSessionId) return;
  throw new ApiError("NotFound", "This access key belongs to another session, or there is no such session.", {
    suggestedFix: "Use the session the key was created for.",
  });
}

/**
 * Checks a caller's permission. Queries the database only for operations on the whole server.
 * @param within the part that the key of a session may reach; without it, the key reaches nothing
 * @param also the operation's other permissions
 * @throws ApiError Forbidden, naming the roles that may; NotFound for the key of another session
 */
export function authorize(
  caller: Caller,
  permission: Permission,
  within?: WithinSession,
  also: readonly AreaPermission[] = [],
): Promise<void> | undefined {
  if (caller.kind === "project" && caller.by.kind === "sessionKey") assertWithin(caller.by, within);
  const ofInstance = permission.startsWith("instance:");
  const permissions = permissionsOf(caller);
  // The server has other organizations too, and a provider answers for its own alone.
  if (ofInstance) assertOpenToConfined({}, caller);
  if (!permissions.has(permission)) throw ofInstance ? notOperator() : refusal(caller, permission);
  for (const other of also) if (!permissions.has(other)) throw refusal(caller, other);
  return ofInstance && caller.kind === "project" ? requireOperator(caller.organizationId) : undefined;
}
