/**
 * Microsoft, Linear, Okta and Twilio from the link to a call and, where tokens are renewed, to a call with the next
 * token.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { refreshNow } from "@/lib/connected-accounts/credentials/open-credentials";
import { type Client, newClient, submit, visit } from "@/test/clients/connect-api";
import {
  EMAIL,
  type EmulatedMore,
  TWILIO,
  credentialsForMore,
  startEmulatedMore,
} from "@/test/servers/emulated-providers";
import { giveConsent, installConnectToolkits } from "@/test/servers/oauth-providers";
import { ON } from "@/test/builders/origin";

let client: Client;
let emulated: EmulatedMore;

beforeAll(async () => {
  await installConnectToolkits();
  [client, emulated] = [await newClient(), await startEmulatedMore()];
});
afterAll(() => {
  emulated.stop();
});

const call = async (id: string, request: object): Promise<unknown> =>
  (await client.call("POST", "/tools/execute/proxy", { connected_account_id: id, method: "GET", ...request })).body;

async function connect(
  toolkit: string,
  authScheme: string,
  credentials: Record<string, string>,
  fields: Record<string, string> = {},
): Promise<string> {
  const { body: config } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme, credentials },
  });
  const { body } = await client.call("POST", "/connected_accounts/link", {
    auth_config_id: config.auth_config.id,
    user_id: "ada",
  });
  const submission = await submit(body.redirect_url, { action: "connect", ...fields });
  const last = submission.location === null ? submission : await visit(await giveConsent(submission.location, EMAIL));
  expect([last.status, last.html.includes("account is connected to")]).toEqual([200, true]);
  return body.connected_account_id;
}

describe("emulated providers", () => {
  it.each([
    ["Microsoft", "outlook", "microsoft", { endpoint: "/v1.0/me" }, { mail: EMAIL }],
    [
      "Linear",
      "linear",
      "linear",
      { endpoint: "/graphql", method: "POST", body: { query: "{ viewer { email } }" } },
      { data: { viewer: { email: EMAIL } } },
    ],
    ["Okta", "okta", "okta", { endpoint: "/oauth2/v1/userinfo" }, { email: EMAIL }],
  ] as const)(
    "%s connects by OAUTH2, calls as the person, and continues with a renewed token",
    async (_name, toolkit, service, request, answer) => {
      const id = await connect(toolkit, "OAUTH2", credentialsForMore(emulated)[service]);
      expect(await call(id, request)).toMatchObject({ status: 200, data: answer });
      const scheme = (await requireToolkit(client.projectId, toolkit)).authSchemes[0];
      if (!scheme) throw new Error("no scheme");
      const { values } = await refreshNow(client.projectId, await requireResolved(client.projectId, id), scheme, {
        because: "a test",
        on: ON,
      });
      expect(values.refresh_token).toEqual(expect.any(String));
      expect(await call(id, request)).toMatchObject({ status: 200, data: answer });
    },
  );

  it("Twilio connects by BASIC with account and token, and refuses another token", async () => {
    const request = { endpoint: `/2010-04-01/Accounts/${TWILIO.sid}.json` };
    const connected = (password: string) =>
      connect("basic", "BASIC", credentialsForMore(emulated).twilio, { username: TWILIO.sid, password });
    expect(await call(await connected(TWILIO.token), request)).toMatchObject({
      status: 200,
      data: { sid: TWILIO.sid, friendly_name: "Engines" },
    });
    expect(await call(await connected("another-token-0123"), request)).toMatchObject({ status: 401 });
  });
});
