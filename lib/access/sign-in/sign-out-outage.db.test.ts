/** Sessions while the database is not available: the server never reports an end of a session that goes on. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { errorResponse } from "@/lib/http/api-door/error-response";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { auth, type Cookies } from "@/test/clients/next-auth-call";
import { startOwnDatabase, type OwnDatabase } from "@/test/servers/own-database";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { findCallerBySignIn } from "./sign-in-caller";

let database: OwnDatabase;
let header: string;
let cookies: Cookies;
let csrfToken: string;

beforeAll(async () => {
  database = await startOwnDatabase();
  header = await sessionCookie((await createTestOwner()).userId);
  const csrf = await auth(["csrf"], "GET", {});
  csrfToken = (csrf.body as { csrfToken: string }).csrfToken;
  const [name = "", value = ""] = header.split("=");
  cookies = { ...csrf.cookies, [name]: value };
});
afterAll(async () => {
  await runStops(() => undefined);
  await database.stop();
});

const signOut = () => auth(["signout"], "POST", { body: { csrfToken }, cookies });
const refusal = (work: () => Promise<unknown>): Promise<Response> =>
  work().then(
    (answer) => {
      throw new Error(`it was answered: ${JSON.stringify(answer)}`);
    },
    (error: unknown) => errorResponse(error, "req_test"),
  );

it("503: signing out leaves the cookie where it is while the session cannot be ended, and works when it can", async () => {
  const back = await database.takeAway("restart");
  const response = await refusal(signOut);
  expect([response.status, response.headers.get("retry-after"), response.headers.getSetCookie()]).toEqual([
    503,
    "2",
    [],
  ]);
  await back();
  await expect.poll(() => findCallerBySignIn(header).catch(() => null), { timeout: 30_000 }).not.toBeNull();
  const { setCookies } = await signOut();
  expect(setCookies.find((cookie) => cookie.startsWith("next-auth.session-token="))).toMatch(/=;|Max-Age=0/);
  expect(await findCallerBySignIn(header)).toBeNull();
});

it("503: a session that cannot be looked up is not taken for one that has ended", async () => {
  const other = await sessionCookie((await createTestOwner()).userId);
  const [name = "", value = ""] = other.split("=");
  const read = () => auth(["session"], "GET", { cookies: { [name]: value } });
  const back = await database.takeAway("restart");
  expect((await refusal(read)).status).toBe(503);
  await back();
  await expect
    .poll(
      () =>
        read().then(
          ({ setCookies }) => setCookies.length > 0,
          () => null,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  expect(await findCallerBySignIn(other)).not.toBeNull();
});
