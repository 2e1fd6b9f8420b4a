/** The settings of a project's sign-in, as its row stores them. */
import type { z } from "zod";
import { LRUCache } from "lru-cache";
import type { OauthSignIn } from "@/generated/prisma/client";
import { announceChange, changeGeneration, dropOnChange } from "@/lib/access/announce-change";
import { db } from "@/lib/kernel/database/db";
import { assertReachable } from "@/lib/kernel/outbound/send";
import { processMemory } from "@/lib/kernel/process-memory";
import { now } from "@/lib/kernel/time/clock";
import type { McpSignIn, mcpSignInApi } from "./sign-in-settings.contract";

/**
 * As for tokens: a change is announced, and takes effect after this time at copies of the app that missed the
 * announcement.
 */
const REMEMBER_MS = 5_000;

type SignInInput = z.output<typeof mcpSignInApi.setMcpSignIn.body>;

export const findSignIn = (projectId: string): Promise<OauthSignIn | null> =>
  db.oauthSignIn.findUnique({ where: { projectId } });

export type IdentityProvider = {
  issuer: string;
  jwksUrl: string;
  audience: string;
  userClaim: string;
  toolkitsClaim: string | null;
};

async function readIdentityProvider(projectId: string): Promise<IdentityProvider | null> {
  const row = await findSignIn(projectId);
  if (!row?.issuer || !row.jwksUrl || !row.audience) return null;
  const { issuer, jwksUrl, audience, toolkitsClaim } = row;
  return { issuer, jwksUrl, audience, userClaim: row.userClaim ?? "sub", toolkitsClaim };
}

const providers = () =>
  processMemory("oauth-server.providers", () => {
    const cache = new LRUCache<string, { provider: IdentityProvider | null }>({ max: 1_000, ttl: REMEMBER_MS });
    dropOnChange({ clear: () => cache.clear() });
    return cache;
  });

/** The identity provider of a project; null without one. Asked for each call by one of its tokens. */
export async function findIdentityProvider(projectId: string): Promise<IdentityProvider | null> {
  const before = changeGeneration();
  const remembered = before === null ? undefined : providers().get(projectId);
  if (remembered) return remembered.provider;
  const provider = await readIdentityProvider(projectId);
  if (before !== null && before === changeGeneration()) providers().set(projectId, { provider });
  return provider;
}

export function toWireSignIn(row: OauthSignIn | null): z.input<typeof McpSignIn> {
  const { signInUrl = null, issuer, jwksUrl, audience, userClaim, toolkitsClaim = null } = row ?? {};
  return {
    sign_in_url: signInUrl,
    identity_provider:
      issuer && jwksUrl && audience
        ? { issuer, jwks_url: jwksUrl, audience, user_claim: userClaim ?? "sub", toolkits_claim: toolkitsClaim }
        : null,
    updated_at: row?.updatedAt.toISOString() ?? null,
  };
}

/**
 * @throws ApiError BadRequest for keys at an address that this server must not request
 */
export async function setSignIn(projectId: string, input: SignInInput): Promise<OauthSignIn> {
  const provider = input.identity_provider;
  if (provider) assertReachable(provider.jwks_url, "identity_provider.jwks_url");
  const data = {
    signInUrl: input.sign_in_url ?? null,
    issuer: provider?.issuer ?? null,
    jwksUrl: provider?.jwks_url ?? null,
    audience: provider?.audience ?? null,
    userClaim: provider?.user_claim ?? null,
    toolkitsClaim: provider?.toolkits_claim ?? null,
    updatedAt: now(),
  };
  return db.$transaction(async (tx) => {
    await announceChange(tx, "callers");
    return tx.oauthSignIn.upsert({ where: { projectId }, create: { projectId, ...data }, update: data });
  });
}
