/** The request that revokes a token, and its answers: RFC 7009 and the providers' own forms. Pure. */
import { findJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import type { OutboundRequest } from "@/lib/kernel/outbound/outbound-request";
import type { OAuthClient } from "./oauth-client";
import { basicAuth, toClientAuth } from "./oauth2";
import { cleanMessage } from "./provider-error";
import { isObject } from "@/lib/kernel/text/is-object";

export type TokenKind = "refresh_token" | "access_token";

/** `accessToken` authenticates the request if the provider wants that. */
type TokenToRevoke = { kind: TokenKind; token: string; accessToken: string };

const RFC_7009 = { method: "POST", auth: "client", body: "form", tokenParam: "token", ends: "grant" } as const;

/** Whether the provider can revoke tokens of this kind; some can only revoke access tokens. */
export function canRevoke({ provider: { revoke = RFC_7009 } }: OAuthClient, kind: TokenKind): boolean {
  return kind === "access_token" || (revoke.body !== "none" && revoke.tokenParam !== "access_token");
}

/** Whether an access token authenticates the request, so that an expired one cannot be used to revoke anything. */
export const authenticatesByToken = ({ provider }: OAuthClient): boolean => provider.revoke?.auth === "bearer";

/** The request that revokes one token. */
export function toRevokeRequest(
  client: OAuthClient,
  url: string,
  { kind, token, accessToken }: TokenToRevoke,
): OutboundRequest {
  const { provider } = client;
  const { method, auth, body, tokenParam } = provider.revoke ?? RFC_7009;
  const clientAuth =
    auth === "client"
      ? toClientAuth(client)
      : {
          headers:
            auth === "basic"
              ? { authorization: basicAuth(client) }
              : auth === "bearer"
                ? { authorization: `Bearer ${accessToken}` }
                : {},
          params: {},
        };
  const params: Record<string, string> =
    body === "none"
      ? {}
      : { [tokenParam]: token, ...(!provider.revoke && { token_type_hint: kind }), ...clientAuth.params };
  const request = {
    projectId: client.projectId,
    method,
    url,
    headers: { accept: "application/json", ...provider.tokenHeaders, ...clientAuth.headers },
  };
  if (body === "none") return request;
  if (method === "GET")
    return { ...request, url: `${url}${url.includes("?") ? "&" : "?"}${new URLSearchParams(params).toString()}` };
  const [type, text] =
    body === "json"
      ? ["application/json", JSON.stringify(params)]
      : ["application/x-www-form-urlencoded", new URLSearchParams(params).toString()];
  return { ...request, headers: { ...request.headers, "content-type": type }, body: text };
}

/**
 * - `revoked`: it was valid and is no longer
 * - `over`: it was already invalid
 * - `unsupported`: the provider does not revoke tokens of this kind (RFC 7009 section 2.2.1)
 * - `refused`: the provider does not accept the request
 * - `unreachable`: a temporary answer; the same request can work later
 */
export type RevokeOutcome = { outcome: "revoked" | "over" | "unsupported" | "refused" | "unreachable"; words: string };

const IS_OVER = new Set([
  "invalid_token",
  "token_revoked",
  "token_expired",
  "invalid_grant",
  "invalid_auth",
  "not_authed",
  "account_inactive",
  "expired_token",
  "bad_refresh_token",
  "invalid_refresh_token",
]);

const codeOf = (value: unknown): string => (typeof value === "string" ? value.trim().slice(0, 100) : "");

/** `code` is unchanged, as it decides what follows; it is never shown itself. */
function errorOf(body: string, secrets: readonly string[]): { code: string; words: string } | undefined {
  const text = (value: unknown): string => cleanMessage(value, secrets);
  const parsed = findJson(body, SMALL_BOUNDS);
  if (!isObject(parsed)) return undefined;
  const { error } = parsed;
  if (isObject(error)) return { code: codeOf(error.code) || codeOf(error.type), words: text(error.message) };
  if (codeOf(error) || parsed.ok === false)
    return { code: codeOf(error) || "error", words: text(parsed.error_description) || text(parsed.message) };
  return text(parsed.message) ? { code: "", words: text(parsed.message) } : undefined;
}

/**
 * Reads the answer to a request of `toRevokeRequest`.
 * @param secrets the secrets of the request, which the answer can repeat
 */
export function readRevokeAnswer(
  { status, body }: { status: number; body: string },
  client: OAuthClient,
  secrets: readonly string[],
): RevokeOutcome {
  const error = errorOf(body, secrets);
  const isError = status >= 300 || (error !== undefined && error.code !== "");
  if (!isError) return { outcome: "revoked", words: `HTTP ${status}` };
  const words =
    [cleanMessage(error?.code, secrets), error?.words].filter(Boolean).join(": ").replace(/\.$/, "") ||
    `HTTP ${status}`;
  if (error?.code === "unsupported_token_type") return { outcome: "unsupported", words };
  // 404 means "already gone" only if the token is deleted by its name in the URL.
  const isGone =
    (status === 404 && client.provider.revoke?.method === "DELETE") || (status === 401 && authenticatesByToken(client));
  if (isGone || IS_OVER.has(error?.code ?? "")) return { outcome: "over", words };
  return { outcome: status === 429 || status >= 500 ? "unreachable" : "refused", words };
}
