/** The official MCP clients, which sign in automatically, and a browser that answers the consent page, over HTTP. */
import { createHash, randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { answerJson } from "@/lib/http/listener/answer-json";
import { createListener } from "@/lib/http/listener/create-listener";
import { mcpDoor, ORIGIN } from "./mcp-api";
import { forgetSettings } from "../setup/process-memory";

export const CALLBACK = "http://127.0.0.1:33418/callback";

/** The data that a program on a person's computer stores. */
export class OwnProvider implements OAuthClientProvider {
  info?: OAuthClientInformationMixed;
  kept?: OAuthTokens;
  verifier = "";
  /** Where the person was sent. */
  asked?: URL;

  constructor(readonly redirectUrl = CALLBACK) {}
  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: "Desk",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "none",
    };
  }
  state = () => "state-of-desk";
  clientInformation = () => this.info;
  saveClientInformation = (info: OAuthClientInformationMixed) => void (this.info = info);
  tokens = () => this.kept;
  saveTokens = (tokens: OAuthTokens) => void (this.kept = tokens);
  redirectToAuthorization = (url: URL) => void (this.asked = url);
  /** The facts that the second generation discovered about the server. */
  found: unknown;
  saveDiscoveryState = (discovery: unknown) => void (this.found = discovery);
  discoveryState = () => this.found as undefined;
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
}

let origin = ORIGIN;

/** An address of the server. */
export const toUrl = (path: string): string => origin + path;

/** Answers on a port as the product does, and sets that address as the product's own. */
export async function serveOAuth(): Promise<{ close: () => Promise<void> }> {
  const other = getRequestListener((request) => mcpDoor.fetch(request), { overrideGlobalObjects: false });
  const server = createListener({
    answer: (request, response, pathname) => {
      const match = mcpDoor.find(request.method ?? "", pathname);
      return match ? answerJson(match, request, response) : other(request, response);
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.PATCHBAY_PUBLIC_URL = origin;
  forgetSettings();
  return {
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A client of the endpoint at a path behind `/v3/mcp/`: of the SDK that most programs have. */
export function signingClient(path: string, authProvider: OwnProvider) {
  const transport = new StreamableHTTPClientTransport(new URL(toUrl(`/v3/mcp/${path}`)), { authProvider });
  return { client: new Client({ name: "tests", version: "1.0.0" }), transport };
}

/** A client of the SDK's second generation that signs in. */
export function signingClient2(path: string, authProvider: OwnProvider) {
  const transport = new Transport2(new URL(toUrl(`/v3/mcp/${path}`)), { authProvider });
  return { client: new Client2({ name: "tests", version: "1.0.0" }), transport };
}

export type Cookie = { cookie: string };

/** The page that the browser shows at an address. */
export async function show(
  url: URL | string,
  browser?: Cookie,
): Promise<{ status: number; text: string; headers: Headers }> {
  const answer = await fetch(url, { headers: { ...browser }, redirect: "manual" });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

/**
 * Sends a form from our own page, with its hidden fields.
 * @returns the address that the browser opens next
 */
export async function submit(
  url: URL | string,
  browser: Cookie | undefined,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const { text } = await show(url, browser);
  const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );
  const answer = await fetch(url, {
    redirect: "manual",
    method: "POST",
    headers: { origin, "content-type": "application/x-www-form-urlencoded", ...browser, ...headers },
    body: new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }).toString(),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    to: answer.headers.get("location") ?? "",
    text: await answer.text(),
  };
}

/**
 * The person allows the access.
 * @returns the code that the client gets
 */
export async function allow(url: URL | string, browser: Cookie, fields: Record<string, string> = {}): Promise<string> {
  const { to, text } = await submit(url, browser, { decision: "allow", ...fields });
  const code = to ? new URL(to).searchParams.get("code") : null;
  if (!code) throw new Error(`no code came back: ${to || text}`);
  return code;
}

export const verifierAndChallenge = () => {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
};

type Reply = { status: number; body: Record<string, string>; headers: Headers };

/** @param path behind `/oauth/` */
export async function postForm(path: string, fields: Record<string, string>, headers = {}): Promise<Reply> {
  const answer = await fetch(toUrl(`/oauth/${path}`), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, string> };
}

export async function register(metadata: object = {}): Promise<Reply> {
  const answer = await fetch(toUrl("/oauth/register"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "By hand",
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
      ...metadata,
    }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, string> };
}

/** The address that a hand-written client opens in the browser. */
export const authorizeUrl = (
  clientId: string,
  serverId: string,
  challenge: string,
  more: Record<string, string> = {},
) =>
  `${origin}/oauth/authorize?${new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource: `${origin}/v3/mcp/${serverId}`,
    ...more,
  })}`;
