/** Inline credentials: sent with a request, and exchanged for a token if needed. They are never stored. */
import { createHmac, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import { shareInFlight } from "@/lib/kernel/concurrency/memoize";
import type { AccountValues } from "../account-values";
import { missingFields, wrongValues } from "./connection-values";
import { proveValues } from "./prove-values";

/** How long a token is kept in memory, so that not every request with the same credentials signs in. */
const KEPT_SECONDS = 60;
/** The part of a token's life for which it is kept at most, so that it does not expire on the way to the provider. */
const PART_OF_LIFE = 0.5;

type CachedToken = { values: AccountValues; until: Date };

/**
 * The tokens in memory. The cache keys are HMACs with a random key, because plain hashes of passwords can be guessed.
 */
const getCache = () =>
  processMemory("connected-accounts.inline", () => ({
    key: randomBytes(32),
    tokens: new LRUCache<string, CachedToken>({ max: 500, ttl: KEPT_SECONDS * 1000, ttlAutopurge: true }),
    asking: shareInFlight<CachedToken>(),
  }));

const keyFor = (projectId: string, toolkitSlug: string, scheme: ToolkitAuthScheme, values: AccountValues): string =>
  createHmac("sha256", getCache().key)
    .update(
      JSON.stringify([
        projectId,
        toolkitSlug,
        scheme.mode,
        Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)),
      ]),
    )
    .digest("base64");

function assertComplete(scheme: ToolkitAuthScheme, values: AccountValues): void {
  const missing = missingFields(scheme, values);
  const errors = [
    ...missing.map(({ name, displayName }) => `custom_connection_data.val.${name}: ${displayName} is required.`),
    ...[...wrongValues(scheme, values)].map(([name, sentence]) => `custom_connection_data.val.${name}: ${sentence}`),
  ];
  if (errors.length === 0) return;
  throw new ApiError("BadRequest", `The credentials in custom_connection_data are not complete. ${errors[0]}`, {
    errors,
    suggestedFix: `Send every field that a connection with ${scheme.mode} has.`,
  });
}

async function exchange(projectId: string, scheme: ToolkitAuthScheme, values: AccountValues): Promise<CachedToken> {
  const { values: withToken, expiresInSeconds } = await proveValues(
    { scheme, app: { projectId, values: {} }, given: {} },
    values,
  );
  return { values: withToken, until: inSeconds(Math.min(KEPT_SECONDS, (expiresInSeconds ?? 0) * PART_OF_LIFE)) };
}

/**
 * The values with an access token. The token is kept in memory for up to a minute, for the same project and the same
 * values; parallel requests share one sign-in.
 * @throws ApiError BadRequest for incomplete values, and with the provider's message if it refuses them; Unavailable if
 *   it cannot be reached
 */
export async function exchangeInline(
  projectId: string,
  toolkitSlug: string,
  scheme: ToolkitAuthScheme,
  values: AccountValues,
): Promise<AccountValues> {
  if (!scheme.grant || values.access_token) return values;
  assertComplete(scheme, values);
  const { tokens, asking: exchanges } = getCache();
  const key = keyFor(projectId, toolkitSlug, scheme, values);
  const cachedToken = tokens.get(key);
  if (cachedToken && cachedToken.until > now()) return cachedToken.values;
  const fresh = await exchanges.run(key, () => exchange(projectId, scheme, values));
  tokens.set(key, fresh);
  return fresh.values;
}

/** Forgets a token that the provider refused, if it is still the kept one, so that the next exchange gets a new one. */
export function forgetInline(
  projectId: string,
  toolkitSlug: string,
  scheme: ToolkitAuthScheme,
  values: AccountValues,
  refusedValues: AccountValues,
): void {
  const { tokens } = getCache();
  const key = keyFor(projectId, toolkitSlug, scheme, values);
  if (tokens.get(key)?.values === refusedValues) tokens.delete(key);
}
