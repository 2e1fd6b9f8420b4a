/** Programs that act as a user: seen and ended by that user alone, with everything they were given. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { installLoopbackToolkit, startProvider, type Provider } from "@/test/servers/loopback-provider";
import { askApi, MCP_TOOLS, newMcpOwner, newMcpServer, type McpOwner } from "@/test/clients/mcp-api";
import { message, postMcp } from "@/test/clients/mcp-client";
import {
  allow,
  toUrl,
  authorizeUrl,
  CALLBACK,
  type Cookie,
  postForm,
  register,
  serveOAuth,
  show,
  submit,
  verifierAndChallenge,
} from "@/test/clients/oauth-client";
import { soon } from "@/test/builders/owners";
import { queryRows } from "@/test/setup/query-rows";
import { holdTime } from "@/test/setup/hold-time";

// Changes are seen because they are announced.
beforeAll(holdTime);

let provider: Provider;
let server: Awaited<ReturnType<typeof serveOAuth>>;
let owner: McpOwner;
let stranger: McpOwner;
let serverId: string;
let clientId: string;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  server = await serveOAuth();
  [owner, stranger] = [await newMcpOwner(), await newMcpOwner()];
  ({ id: serverId } = await newMcpServer(owner, { name: "Mail desk" }));
  clientId = (await register({ client_name: "Tour IDE" })).body.client_id ?? "";
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function signIn(of: McpOwner, userId: string): Promise<Cookie> {
  const { body } = await askApi(of, "POST", "/internal/patchbay/sign_in_links", {
    user_id: userId,
    destination: "connections",
  });
  const { headers } = await submit(String(body.url), undefined, {});
  return { cookie: (headers.get("set-cookie") ?? "").split(";")[0] ?? "" };
}

/** What a user allowed a program, which has not collected it yet. */
async function allowed(browser: Cookie) {
  const { verifier, challenge } = verifierAndChallenge();
  const code = await allow(authorizeUrl(clientId, serverId, challenge), browser);
  const grant = { grant_type: "authorization_code", code, code_verifier: verifier };
  return () => postForm("token", { ...grant, client_id: clientId, redirect_uri: CALLBACK });
}

/** A program that a user allowed, with its tokens. */
async function program(browser: Cookie) {
  const collect = await allowed(browser);
  const { body } = await collect();
  return { access: body.access_token ?? "", refresh: body.refresh_token ?? "" };
}

const listOf = async (browser: Cookie) => (await show(toUrl("/my/connections"), browser)).text;
const pathIn = (html: string): string => /href="(\/my\/programs\/og_\w+)"/.exec(html)?.[1] ?? "";
const statusOf = async (token: string) =>
  (await postMcp(serverId, message("ping", {}), { authorization: `Bearer ${token}` })).status;
const renew = async (refresh: string) =>
  (await postForm("token", { grant_type: "refresh_token", client_id: clientId, refresh_token: refresh })).status;
const end = (path: string, browser: Cookie | undefined, headers: Record<string, string> = {}) =>
  submit(toUrl(path), browser, { action: "end" }, headers);

it("lists a program with what it may use; ending it ends its tokens at once, and the dashboard's list agrees", async () => {
  const browser = await signIn(owner, "tess");
  const { access, refresh } = await program(browser);
  expect(await statusOf(access)).toBe(200);
  const html = await listOf(browser);
  for (const words of [
    "Programs that can act as you",
    "Tour IDE",
    "It runs on your own computer (127.0.0.1).",
    "Mail desk",
  ])
    expect(html).toContain(words);
  const question = await show(toUrl(pathIn(html)), browser);
  expect([question.status, question.text.includes("Revoke access for Tour IDE?")]).toEqual([200, true]);
  expect(await statusOf(access)).toBe(200);
  const response = await end(pathIn(html), browser);
  expect([response.status, response.text.includes("Access revoked for Tour IDE")]).toEqual([200, true]);
  await soon(
    () => statusOf(access),
    (status) => status === 401,
  );
  expect(await renew(refresh)).toBe(400);
  expect((await askApi(owner, "GET", "/internal/patchbay/mcp/clients?user_id=tess")).body.items).toEqual([]);
  expect(await listOf(browser)).not.toContain("Tour IDE");
  const again = await end(pathIn(html), browser);
  expect([again.status, again.text.includes("Its access was already revoked")]).toEqual([404, true]);
  expect(
    await queryRows(
      "test.audits",
      "SELECT actor_kind, actor_id, outcome FROM audit_event WHERE target = $1 AND action = $2",
      [pathIn(html).split("/").at(-1), "mcp_client.revoke"],
    ),
  ).toEqual([{ actor_kind: "endUser", actor_id: "tess", outcome: "done" }]);
});

it("400: what was allowed and not collected yet ends with the program, and nobody else's does", async () => {
  const [browser, other] = [await signIn(owner, "vera"), await signIn(owner, "wim")];
  await program(browser);
  const [collect, ofOther] = [await allowed(browser), await allowed(other)];
  await end(pathIn(await listOf(browser)), browser);
  expect([(await collect()).status, (await ofOther()).status]).toEqual([400, 200]);
  expect(await listOf(browser)).not.toContain("Tour IDE");
});

it("404: another user's, another project's and no program are the same, and go on", async () => {
  const mine = await signIn(owner, "mia");
  const { access, refresh } = await program(mine);
  const path = pathIn(await listOf(mine));
  for (const browser of [await signIn(owner, "other"), await signIn(stranger, "mia")]) {
    expect(await listOf(browser)).not.toContain("Tour IDE");
    for (const address of [path, "/my/programs/og_nobodys", "/my/programs/ca_1"])
      for (const answer of [await show(toUrl(address), browser), await end(address, browser)])
        expect([answer.status, answer.text.includes("Program not found")]).toEqual([404, true]);
  }
  expect([await statusOf(access), await renew(refresh)]).toEqual([200, 200]);
});

it("401, 403: a form without a sign-in, of a sign-in that ended, or of another site ends nothing and says so", async () => {
  const browser = await signIn(owner, "uma");
  const { access } = await program(browser);
  const path = pathIn(await listOf(browser));
  for (const origin of ["https://evil.example", "null"])
    expect((await end(path, browser, { origin })).status).toBe(403);
  const nobody = await end(path, undefined);
  await queryRows("test.past", "UPDATE sign_in_link SET browser_expires_at = now() - interval '1 second'", []);
  const past = await end(path, browser);
  for (const answer of [nobody, past])
    expect([answer.status, answer.text.includes("Nothing was changed.")]).toEqual([401, true]);
  expect(past.text).toContain("Your sign-in has expired");
  expect(await statusOf(access)).toBe(200);
});
