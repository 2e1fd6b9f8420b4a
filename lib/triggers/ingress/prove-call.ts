/** Whether a request proves that the provider has sent it, also by keys that the provider publishes. */
import type { Verification } from "@/lib/catalog/verification";
import { verifyJwt } from "@/lib/kernel/jwt/verify-jwt";
import { now } from "@/lib/kernel/time/clock";
import { endpointUrl, type EndpointSecrets } from "../endpoints/endpoints";
import type { ProviderCall } from "./provider-call";
import { type Refusal, verifyCall } from "./verify-call";

type Proven = { id: string; projectId: string; toolkitSlug: string; secrets: EndpointSecrets };
type Jwt = Extract<Verification, { by: "jwt" }>;

async function jwtRefusal(rule: Jwt, call: ProviderCall, endpoint: Proven): Promise<Refusal> {
  const { id, projectId, toolkitSlug, secrets } = endpoint;
  const email = secrets.fields[rule.email];
  if (!email) return `The endpoint has no ${rule.email} yet, so nothing can be proven to it.`;
  const [, token] = /^Bearer (\S+)$/i.exec(call.headers.authorization ?? "") ?? [];
  if (token === undefined) return "The header authorization has no token.";
  const claims = await verifyJwt(token, {
    ...{ projectId, purpose: "hook-keys", keysUrl: rule.keys, issuer: rule.issuers },
    audience: secrets.fields[rule.audience] || endpointUrl(toolkitSlug, id),
  });
  if (!claims) return "The token is not signed by the provider, or not for this endpoint.";
  const isSender = claims.email === email && claims.email_verified === true;
  return isSender ? null : "The token is of another account.";
}

/** Why a request is refused; null for one that proves its origin. @param secret that signatures are made with */
export const proveCall = async (
  rule: Verification,
  call: ProviderCall,
  endpoint: Proven,
  secret: string | undefined,
): Promise<Refusal> =>
  rule.by === "jwt" ? jwtRefusal(rule, call, endpoint) : verifyCall(rule, call, secret, now().getTime());
