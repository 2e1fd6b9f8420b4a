/** Invitations of a test, by the routes that people use. */
import { expect } from "vitest";
import { POST as accept } from "@/app/api/v3/internal/patchbay/invitations/accept/route";
import { POST as read } from "@/app/api/v3/internal/patchbay/invitations/read/route";
import { POST as register } from "@/app/api/v3/internal/patchbay/invitations/register/route";
import { POST as invite } from "@/app/api/v3/internal/patchbay/invitations/route";
import { callRoute } from "./members";
import { PASSWORD } from "./owners";

type Caller = { cookie: string };
let guests = 0;

/** An unused email. */
export const newEmail = () => `guest${++guests}@example.com`;

export const ask = ({ cookie }: Caller, email: string, role = "developer") =>
  callRoute(invite, { cookie }, { body: { email, role } });

/** The token of a new link. */
export async function linkFor(by: Caller, email: string, role = "developer"): Promise<string> {
  const { status, body } = await ask(by, email, role);
  expect(status, body.error?.message).toBe(201);
  return new URL(String(body.url)).hash.slice(1);
}

export const look = (token: string, headers = {}) => callRoute(read, headers, { body: { token } });
export const sign = (token: string, more: object = {}, headers = {}) =>
  callRoute(register, headers, { body: { token, password: PASSWORD, ...more } });
export const join = ({ cookie }: Caller, token: string) => callRoute(accept, { cookie }, { body: { token } });
