/** Counts a request against the rate limits of its organization and its API key or person. */
import type { Caller, ProjectCaller } from "@/lib/access/caller";
import { env } from "@/lib/kernel/process/env";
import { returnToken, takeToken, type RateLimit, type RateLimitState } from "@/lib/kernel/rate-limit/take-token";
import { overLimit, stricter, toLimitHeaders } from "@/lib/kernel/rate-limit/over-limit";

/**
 * Keys of a member count together with the member's sign-ins. An MCP address is a credential itself and counts like an
 * API key.
 */
const limitOf = (by: ProjectCaller["by"]) => (by.kind === "session" || by.kind === "userKey" ? "user" : "key");

const subjectOf = (by: ProjectCaller["by"]): string => {
  if (by.kind === "session" || by.kind === "userKey") return `user:${by.userId}`;
  return `key:${by.kind === "address" ? by.addressId : by.keyId}`;
};

function limitsOfOrganization(organizationId: string): RateLimit[] {
  const { organization } = env().rateLimits;
  return organization ? [{ subject: `organization:${organizationId}`, ...organization }] : [];
}

/** The limits of a caller, narrowest first: a key above its own limit must not count against its organization. */
function limitsOf(caller: Caller): RateLimit[] {
  const { rateLimits } = env();
  if (caller.kind === "user") return rateLimits.user ? [{ subject: `user:${caller.userId}`, ...rateLimits.user }] : [];
  if (caller.kind === "organization") {
    const ofKey = rateLimits.key ? [{ subject: `key:${caller.keyId}`, ...rateLimits.key }] : [];
    return [...ofKey, ...limitsOfOrganization(caller.organizationId)];
  }
  if (caller.kind !== "project") return [];
  const { by, organizationId, settings } = caller;
  const limit = stricter(settings.rateLimits?.[limitOf(by)], rateLimits[limitOf(by)]);
  const limits = limit ? [{ subject: subjectOf(by), ...limit }] : [];
  return [...limits, ...limitsOfOrganization(organizationId)];
}

const SUBJECT: Record<string, string> = { key: "API key", user: "person", organization: "organization" };

/** Whether any limit applies. Most servers have none, and then nothing is counted. */
const hasLimits = (caller: Caller): boolean => {
  const { organization, key, user } = env().rateLimits;
  const hasLimits = caller.kind === "project" && caller.settings.rateLimits !== undefined;
  return organization !== undefined || key !== undefined || user !== undefined || hasLimits;
};

async function count(caller: Caller): Promise<Record<string, string>> {
  let nearest: RateLimitState | undefined;
  const limits: RateLimit[] = [];
  for (const limit of limitsOf(caller)) {
    const state = await takeToken(limit);
    if (!state.allowed) {
      for (const limit of limits) returnToken(limit);
      throw overLimit(SUBJECT[limit.subject.split(":")[0] ?? ""] ?? "caller", state);
    }
    limits.push(limit);
    if (!nearest || state.remaining < nearest.remaining) nearest = state;
  }
  return nearest ? toLimitHeaders(nearest) : {};
}

/**
 * Counts the request. Gives the rate-limit headers of the limit with the least requests left; null if there is no
 * limit.
 * @throws ApiError TooManyRequests with Retry-After when one of the limits is used up
 */
export const countRequest = (caller: Caller): Promise<Record<string, string>> | null =>
  hasLimits(caller) ? count(caller) : null;
