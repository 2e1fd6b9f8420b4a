/** Inline credentials: sent with a request, and exchanged for a token first. Nothing of them is stored. */
import { createHmac, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { ToolkitAuthScheme } from "@/lib/catalog/auth-scheme";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import { shareInFlight } from "@/lib/kernel/concurrency/shared";
import type { AccountValues } from "../account-credentials";
import { missingFields, wrongValues } from "./values";
import { proveValues } from "./proving";

/** A caller that sends its credentials with each request does not sign in with each. */
const KEPT_SECONDS = 60;
/** Of a token's life: one that is kept must not end on its way to the provider. */
const PART_OF_LIFE = 0.5;

type Kept = { values: AccountValues; until: Date };

/** Hashes of passwords can be guessed, so the key is this process's own. */
const kept = () =>
  processMemory("connected-accounts.inline", () => ({
    key: randomBytes(32),
    tokens: new LRUCache<string, Kept>({ max: 500, ttl: KEPT_SECONDS * 1000, ttlAutopurge: true }),
    asking: shareInFlight<Kept>(),
  }));

const keyFor = (projectId: string, toolkitSlug: string, scheme: ToolkitAuthScheme, values: AccountValues): string =>
  createHmac("sha256", kept().key)
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

async function exchange(projectId: string, scheme: ToolkitAuthScheme, values: AccountValues): Promise<Kept> {
  const { values: withToken, expiresInSeconds } = await proveValues(
    { scheme, app: { projectId, values: {} }, given: {} },
    values,
  );
  return { values: withToken, until: inSeconds(Math.min(KEPT_SECONDS, (expiresInSeconds ?? 0) * PART_OF_LIFE)) };
}

/**
 * The values with their access token. The token stays in this process for up to a minute, for the same project and
 * exactly the same values; requests at the same moment share one sign-in.
 * @throws ApiError BadRequest for incomplete values, and with the provider's words when it does not take them;
 *   Unavailable when it cannot be asked
 */
export async function exchangeInline(
  projectId: string,
  toolkitSlug: string,
  scheme: ToolkitAuthScheme,
  values: AccountValues,
): Promise<AccountValues> {
  if (!scheme.grant || values.access_token) return values;
  assertComplete(scheme, values);
  const { tokens, asking } = kept();
  const key = keyFor(projectId, toolkitSlug, scheme, values);
  const known = tokens.get(key);
  if (known && known.until > now()) return known.values;
  const fresh = await asking.run(key, () => exchange(projectId, scheme, values));
  tokens.set(key, fresh);
  return fresh.values;
}

/** Forgets a token that the provider refused, if it is still the one that is kept, so that the next exchange asks for another. */
export function forgetInline(
  projectId: string,
  toolkitSlug: string,
  scheme: ToolkitAuthScheme,
  values: AccountValues,
  refused: AccountValues,
): void {
  const { tokens } = kept();
  const key = keyFor(projectId, toolkitSlug, scheme, values);
  if (tokens.get(key)?.values === refused) tokens.delete(key);
}
