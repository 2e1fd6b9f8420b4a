/**
 * A provider that repeats the whole request in its refusals: no secret of it reaches an address, a page, an answer, the
 * database or the log.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { log } from "@/lib/kernel/process/log";
import { type Client, goOn, newClient, visit } from "@/test/clients/connect-api";
import { type Provider, type SeenRequest, startProvider } from "@/test/servers/loopback-provider";
import { CALLBACK, installConnectToolkits } from "@/test/servers/oauth-providers";
import { runRevocation } from "./revocation/run-revocation";
import { ON } from "@/test/builders/origin";

let client: Client;
let provider: Provider;
/** All texts that were shown or stored anywhere. */
const outputs: string[] = [];
const tell = (what: unknown) => outputs.push(typeof what === "string" ? what : JSON.stringify(what));

beforeAll(async () => {
  await installConnectToolkits();
  [client, provider] = [await newClient(), await startProvider()];
  for (const level of ["debug", "info", "warn", "error"] as const)
    vi.spyOn(log, level).mockImplementation((_, message, details) => tell([message, JSON.stringify(details)]));
});
afterEach(() => {
  provider.reset();
  outputs.length = 0;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await provider.close();
});

const SECRET = "client+secret/é &=!7Qx-0123456789";
const OTHERS = {
  code: "the-code-of-the-callback-91",
  access_token: "imported-access+token/0123",
  refresh_token: "imported-refresh+token/0123",
  password: "pass word+ünd/more!",
  secret_key: "header-secret-key-0123",
  consumer_secret: "consumer+secret/0123",
};

const inForms = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1);
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  encodeURIComponent(secret).toLowerCase(),
  inForms(secret),
  JSON.stringify(secret).slice(1, -1),
  ...["app", "app-1", "app12"].flatMap((id) => [secret, inForms(secret)].map((text) => basicOf(`${id}:${text}`))),
];
const basicOf = (text: string): string => Buffer.from(text).toString("base64");

/** Repeats the request, unchanged and in other encodings, in all places where providers put messages. */
const echo = (pad = ""): void => {
  provider.answer = (request: SeenRequest, response) => {
    const words = [pad, request.headers.authorization, request.body, request.url, JSON.stringify(request.headers)];
    const decoded = [...new URLSearchParams(request.body).values()].flatMap(formsOf);
    const text = [...words, ...decoded].filter(Boolean).join(" ");
    const body = { error: text, error_description: text, message: text, ok: false };
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
};

async function call(method: string, path: string, body?: unknown) {
  const answer = await client.call(method, path, body);
  tell(answer.body);
  return answer;
}
async function newConfig(slug: string, authScheme: string, credentials: Record<string, string>): Promise<string> {
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug },
    auth_config: { type: "use_custom_auth", authScheme, credentials },
  });
  return body.auth_config.id;
}
const oauthConfig = (slug: string) =>
  newConfig(slug, "OAUTH2", {
    client_id: "app",
    client_secret: SECRET,
    authorization_url: `${provider.baseUrl}/authorize`,
    token_url: `${provider.baseUrl}/token`,
    revoke_url: `${provider.baseUrl}/revoke`,
  });
const begin = async (config: string, val: Record<string, string> = {}) =>
  (
    await client.call("POST", "/connected_accounts", {
      auth_config: { id: config },
      connection: { user_id: "ada", callback_url: "https://app.example/done", state: { val } },
    })
  ).body;

/** The account in the API and in the database, with its history and the result of revoking it. */
async function expectNothingTold(...ids: string[]): Promise<void> {
  for (const id of ids)
    for (const path of [`/connected_accounts/${id}`, `/internal/patchbay/connected_accounts/${id}/events`])
      await call("GET", path);
  const rows = await db.$queryRaw<{ line: string }[]>`
    SELECT row_to_json(t)::text AS line FROM connected_account t UNION ALL SELECT row_to_json(t)::text FROM revocation_item t
    UNION ALL SELECT row_to_json(t)::text FROM connected_account_event t UNION ALL SELECT row_to_json(t)::text FROM oauth_state t`;
  const all = [...outputs, ...rows.map(({ line }) => line)].flatMap((text) => [text, plain(text)]);
  expect(all.join("\n")).toContain("[redacted]");
  for (const secret of [SECRET, ...Object.values(OTHERS)])
    for (const form of formsOf(secret)) for (const text of all) expect(text).not.toContain(form);
}
/** The decoded query of a redirect. */
const plain = (text: string): string =>
  URL.canParse(text) ? [...new URL(text).searchParams.values()].join(" ") : text;

describe("a provider that repeats the request", () => {
  it.each([
    ["in the body", "strict"],
    ["by HTTP Basic", "strictbasic"],
  ])("reveals no secret when a code is exchanged with the app's secret %s", async (_, slug) => {
    for (const pad of ["", "x ".repeat(140), "x ".repeat(145), "x ".repeat(148)]) {
      echo(pad);
      const { id, redirect_url: url } = await begin(await oauthConfig(slug));
      const state = new URL((await goOn(url)).location ?? "").searchParams.get("state") ?? "";
      const back = await visit(`${CALLBACK}?state=${state}&code=${OTHERS.code}`);
      tell(back.location);
      expect(new URL(back.location ?? "").searchParams.get("error")).toBe("invalid_grant");
      await expectNothingTold(id);
    }
  });

  it("reveals no secret when it sends the person back with its own error", async () => {
    const { id, redirect_url: url } = await begin(await oauthConfig("strict"));
    const state = new URL((await goOn(url)).location ?? "").searchParams.get("state") ?? "";
    const words = formsOf(SECRET).join(" ");
    const back = await visit(`${CALLBACK}?${new URLSearchParams({ state, error: SECRET, error_description: words })}`);
    tell(back.location);
    expect(new URL(back.location ?? "").searchParams.get("error")).toBe("server_error");
    await expectNothingTold(id);
  });

  it("reveals no secret when a token is renewed, or revoked alone and in a job", async () => {
    echo();
    const config = await oauthConfig("strictbasic");
    const { access_token, refresh_token } = OTHERS;
    const { id } = await begin(config, { access_token, refresh_token });
    expect((await call("POST", `/connected_accounts/${id}/refresh`, {})).status).toBe(503);
    expect((await call("POST", `/connected_accounts/${id}/revoke`)).status).toBe(400);
    const { body } = await call("POST", "/internal/patchbay/revocations", { scope: "auth_config", target: config });
    const jobId = String(body.id);
    await runRevocation({ projectId: client.projectId, jobId }, ON);
    tell((await client.call("GET", `/internal/patchbay/revocations/${jobId}/report`)).body);
    await expectNothingTold(id);
  });

  it("reveals no secret when credentials are proven before they are stored", async () => {
    const grants: [string, string, Record<string, string>][] = [
      ["login", "BASIC_WITH_JWT", { username: "ada", password: OTHERS.password, base_url: provider.baseUrl }],
      [
        "calendar",
        "CALCOM_AUTH",
        { client_id: "app", secret_key: OTHERS.secret_key, managed_user_id: "7", base_url: provider.baseUrl },
      ],
    ];
    for (const [slug, scheme, val] of grants) {
      echo();
      const config = await newConfig(slug, scheme, {});
      const { status } = await call("POST", "/connected_accounts", {
        auth_config: { id: config },
        connection: { user_id: "ada", state: { val } },
      });
      expect(status).toBe(400);
    }
    await expectNothingTold();
  });

  it("reveals no secret when OAuth 1.0a asks for a token, or this server registers itself", async () => {
    echo();
    const signed = await newConfig("signed", "OAUTH1", {
      consumer_key: "app",
      consumer_secret: OTHERS.consumer_secret,
      request_token_url: `${provider.baseUrl}/request?echo=${encodeURIComponent(OTHERS.consumer_secret)}`,
    });
    tell((await goOn((await begin(signed)).redirect_url)).html);
    provider.answer = (request, response) => {
      const metadata = {
        issuer: provider.baseUrl,
        authorization_endpoint: `${provider.baseUrl}/a`,
        token_endpoint: `${provider.baseUrl}/t`,
        registration_endpoint: `${provider.baseUrl}/r`,
      };
      response
        .writeHead(request.method === "POST" ? 400 : 200, { "content-type": "application/json" })
        .end(request.method === "POST" ? `{"client_secret": "${SECRET}"}` : JSON.stringify(metadata));
    };
    const discovered = await newConfig("discovered", "DCR_OAUTH", { server_url: provider.baseUrl });
    tell((await goOn((await begin(discovered)).redirect_url)).html);
    await expectNothingTold();
  });
});
