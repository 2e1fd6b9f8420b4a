/** Members of a test's organization besides its owner, and calls that they make. */
import type { Owned } from "@/lib/access/people/owners";
import type { Role } from "@/lib/access/role";
import type { Route } from "@/lib/http/api-door/define-route";
import { newId } from "@/lib/kernel/ids";
import { queryRows } from "@/test/setup/query-rows";
import { sessionCookie } from "./owners";

const ORIGIN = "http://localhost:3000";

export type Someone = { userId: string; email: string; cookie: string };

/** Makes a person a member of an organization. */
export const joinOrganization = (organizationId: string, userId: string, role: Role): Promise<unknown> =>
  queryRows("test.member", "INSERT INTO member (organization_id, user_id, role) VALUES ($1, $2, $3)", [
    organizationId,
    userId,
    role,
  ]);

/** A person with a role in the owner's organization, signed in. */
export async function addMember({ organizationId }: Owned, role: Role): Promise<Someone> {
  const userId = newId("user");
  const email = `${userId.toLowerCase()}@example.com`;
  await queryRows("test.person", "INSERT INTO app_user (id, email, email_verified) VALUES ($1, $2, now())", [
    userId,
    email,
  ]);
  await joinOrganization(organizationId, userId, role);
  return { userId, email, cookie: await sessionCookie(userId) };
}

export type Called = {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { error?: { message: string } };
};

/** Calls a route as a page of this server does; `headers` identify the caller. */
export async function callRoute(
  route: Route,
  headers: Record<string, string>,
  { body, params = {} }: { body?: object; params?: Record<string, string> } = {},
): Promise<Called> {
  const answer = await route(
    new Request(ORIGIN + route.op.path, {
      method: route.op.method,
      headers: { origin: ORIGIN, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve(params) },
  );
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Called["body"] };
}
