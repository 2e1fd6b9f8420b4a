/**
 * PATCH /auth_configs/{id}: a project key that cannot read a secret cannot have it sent to a server of its own either.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, door, goOn, newClient } from "@/test/clients/connect-api";
import { type OAuthServer, startOAuthServer } from "@/test/servers/oauth-server.mjs";
import { sessionCookie } from "@/test/builders/owners";
import { CALLBACK, installConnectToolkits } from "@/test/servers/oauth-providers";
import { openAuthConfigCredentials } from "./auth-config-credentials";
import { requireAuthConfig } from "./auth-configs";

let client: Client;
let server: OAuthServer;

beforeAll(async () => {
  await installConnectToolkits();
  [client, server] = [await newClient(), await startOAuthServer({ redirectUri: CALLBACK })];
});
afterAll(() => server.stop());

async function newConfig(slug: string, authScheme: string, credentials: Record<string, string>): Promise<string> {
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug },
    auth_config: { type: "use_custom_auth", authScheme, credentials },
  });
  return body.auth_config.id;
}
const patch = (id: string, body: object) => client.call("PATCH", `/auth_configs/${id}`, { type: "custom", ...body });
const patchAsOwner = async (id: string, body: object): Promise<number> => {
  const cookie = await sessionCookie(client.ownerId);
  const headers = {
    cookie,
    origin: "http://localhost:3000",
    "content-type": "application/json",
    "x-project-id": client.projectId,
  };
  const init = { method: "PATCH", headers, body: JSON.stringify({ type: "custom", ...body }) };
  return (await door.fetch(new Request(`http://localhost:3000/api/v3/auth_configs/${id}`, init))).status;
};
const storedIn = async (id: string) =>
  openAuthConfigCredentials(client.projectId, id, (await requireAuthConfig(client.projectId, id)).credentials).values;

const EVIL = "http://127.0.0.1:9/evil";

describe("the address of a secret", () => {
  it.each(["token_url", "refresh_url", "revoke_url", "base_url", "authorization_url"])(
    "400: %s stays with the client secret, which is named, and nothing is changed",
    async (name) => {
      const id = await newConfig("strict", "OAUTH2", server.credentials);
      const before = await storedIn(id);
      const { status, body } = await patch(id, { credentials: { [name]: EVIL, client_secret: "stri..." } });
      expect([status, body.error?.message]).toEqual([
        400,
        expect.stringMatching(/^credentials\.client_secret: .* would take it to http:\/\/127\.0\.0\.1:9\.$/),
      ]);
      expect(body.error?.suggested_fix).toContain("again");
      expect(await storedIn(id)).toEqual(before);
      const credentials = { [name]: EVIL, client_secret: before.client_secret };
      expect((await patch(id, { credentials: credentials })).status).toBe(200);
    },
  );

  it("400: what a server gave at registration stays with it", async () => {
    const id = await newConfig("discovered", "DCR_OAUTH", { server_url: server.url });
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id },
      connection: { user_id: "ada" },
    });
    expect((await goOn(body.redirect_url)).status).toBe(303);
    const { client_secret: secret } = await storedIn(id);
    expect(secret).toBeTruthy();
    for (const name of ["server_url", "token_url", "revoke_url"])
      expect((await patch(id, { credentials: { [name]: EVIL } })).body.error?.message).toMatch(
        /^credentials\.client_secret: /,
      );
    const anew = { server_url: EVIL, client_id: null, client_secret: null, token_url: null, authorization_url: null };
    expect((await patch(id, { credentials: anew })).status).toBe(200);
  });

  it("400: a secret that all connections share stays where the auth config leads", async () => {
    const id = await newConfig("keyed", "API_KEY", { base_url: server.url });
    expect((await patch(id, { shared_credentials: { api_key: "shared-api-key-012345" } })).status).toBe(200);
    const { status, body } = await patch(id, { credentials: { base_url: EVIL } });
    expect([status, body.error?.message]).toEqual([400, expect.stringMatching(/^shared_credentials\.api_key: /)]);
  });

  it("403: a key takes the credentials of connected accounts nowhere, with the auth config's secrets neither; 200: an owner", async () => {
    const keyed = await newConfig("keyed", "API_KEY", { base_url: server.url });
    const connection = { user_id: "ada", state: { authScheme: "API_KEY", val: { api_key: "key-of-ada-0123456789" } } };
    const response = await client.call("POST", "/connected_accounts", { auth_config: { id: keyed }, connection });
    expect(response.status).toBe(201);
    for (const base_url of [EVIL, server.url.replace("http:", "https:")]) {
      const { status, body } = await patch(keyed, { credentials: { base_url } });
      expect([status, body.error?.message]).toEqual([
        403,
        expect.stringContaining("credentials of connected accounts"),
      ]);
    }
    expect(await storedIn(keyed)).toMatchObject({ base_url: server.url });
    expect((await patch(keyed, { credentials: { base_url: `${server.url}/v2` } })).status).toBe(200);
    // An account that is switched off keeps its key.
    expect(
      (await client.call("PATCH", `/connected_accounts/${response.body.id}/status`, { enabled: false })).status,
    ).toBe(200);
    expect((await patch(keyed, { credentials: { base_url: EVIL } })).status).toBe(403);
    expect(await patchAsOwner(keyed, { credentials: { base_url: EVIL } })).toBe(200);
  });

  it("200: other changes ask for no secret", async () => {
    const id = await newConfig("strict", "OAUTH2", server.credentials);
    const { token_url: url = "" } = server.credentials;
    for (const body of [
      { name: "renamed" },
      { credentials: { scopes: ["openid"] } },
      { credentials: { token_url: url } },
    ])
      expect((await patch(id, body)).status).toBe(200);
  });
});
