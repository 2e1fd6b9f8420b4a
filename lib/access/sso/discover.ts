/** What an OpenID provider publishes about itself (OpenID Connect Discovery 1.0), and its keys. */
import { createLocalJWKSet, type JSONWebKeySet } from "jose";
import { LRUCache } from "lru-cache";
import { shareInFlight } from "@/lib/kernel/concurrency/memoize";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import { isObject } from "@/lib/kernel/text/is-object";
import { withoutEndSlashes } from "@/lib/kernel/text/without-end-slashes";
import { askProvider } from "./ask-provider";
import { ASSERTION_ALGORITHMS } from "./sign-assertion";

export type ProviderPlace = { id: string; organizationId: string; issuer: string };

export type Discovery = {
  authorizationUrl: string;
  tokenUrl: string;
  jwksUrl: string;
  userinfoUrl: string | undefined;
  /** Whether its answers to a sign-in name it (RFC 9207). */
  namesItself: boolean;
  /** Whether it takes the client's secret in the form alone, and not in a header. */
  takesForm: boolean;
  /** The algorithm in which it takes what this server signs in place of a secret; undefined if it takes none. */
  assertionAlgorithm: (typeof ASSERTION_ALGORITHMS)[number] | undefined;
};

/** Strangers begin sign-ins, and each sign-in reads the document. */
const REMEMBER_MS = 5 * 60_000;
const MAX_KEYS = 100;

const documents = () =>
  processMemory("access.sso-discovery", () => ({
    known: new LRUCache<string, Discovery>({ max: 500, ttl: REMEMBER_MS }),
    asked: shareInFlight<Discovery>(),
  }));

const wrong = (problem: string) =>
  new ApiError("Unprocessable", `The provider’s discovery document is of no use: ${problem}`, {
    suggestedFix: "Enter the issuer exactly as the provider writes it.",
  });

/** As in the contract of a provider: another scheme could run a script in the person's browser. */
const isSafe = (text: string): boolean => {
  if (text.length > 2000 || !URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname));
};

function readUrl(document: Record<string, unknown>, name: string): string {
  const value = document[name];
  if (typeof value === "string" && isSafe(value)) return value;
  throw wrong(`${name} is no https address.`);
}

/** Providers often leave both lists out, so only a list that lacks a name counts against it. */
function readAlgorithm(document: Record<string, unknown>): Discovery["assertionAlgorithm"] {
  const methods = document.token_endpoint_auth_methods_supported;
  const algorithms = document.token_endpoint_auth_signing_alg_values_supported;
  if (Array.isArray(methods) && !methods.includes("private_key_jwt")) return undefined;
  return ASSERTION_ALGORITHMS.find((name) => !Array.isArray(algorithms) || algorithms.includes(name));
}

/** @throws ApiError Unprocessable for a provider that takes secrets alone */
export function assertTakesKeys({ assertionAlgorithm }: Discovery): (typeof ASSERTION_ALGORITHMS)[number] {
  if (assertionAlgorithm) return assertionAlgorithm;
  throw wrong("it takes no private_key_jwt with RS256 or PS256.");
}

const includes = (list: unknown, text: string): boolean => Array.isArray(list) && list.includes(text);

function readDocument(document: Record<string, unknown>, issuer: string): Discovery {
  if (document.issuer !== issuer) throw wrong("it names another issuer.");
  const methods = document.token_endpoint_auth_methods_supported;
  return {
    authorizationUrl: readUrl(document, "authorization_endpoint"),
    tokenUrl: readUrl(document, "token_endpoint"),
    jwksUrl: readUrl(document, "jwks_uri"),
    userinfoUrl: document.userinfo_endpoint === undefined ? undefined : readUrl(document, "userinfo_endpoint"),
    namesItself: document.authorization_response_iss_parameter_supported === true,
    takesForm: includes(methods, "client_secret_post") && !includes(methods, "client_secret_basic"),
    assertionAlgorithm: readAlgorithm(document),
  };
}

/** @throws ApiError Unprocessable for a provider that is not reached, or a document that is not the issuer's own */
export async function readDiscovery({ organizationId, issuer }: ProviderPlace): Promise<Discovery> {
  const url = `${withoutEndSlashes(issuer)}/.well-known/openid-configuration`;
  return readDocument(await askProvider({ organizationId, url }), issuer);
}

/** As `readDiscovery`, remembered for a while. */
export async function discover(place: ProviderPlace): Promise<Discovery> {
  const { known: cache, asked: inFlight } = documents();
  const key = `${place.id} ${place.issuer}`;
  const remembered = cache.get(key);
  if (remembered) return remembered;
  const discovery = await inFlight.run(key, () => readDiscovery(place));
  cache.set(key, discovery);
  return discovery;
}

/**
 * The keys that sign its tokens, and their number.
 * @throws ApiError Unprocessable
 */
export async function readKeys(organizationId: string, jwksUrl: string) {
  const { keys } = await askProvider({ organizationId, url: jwksUrl });
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MAX_KEYS || !keys.every(isObject))
    throw wrong(`its jwks_uri has no keys, or more than ${MAX_KEYS}.`);
  return { count: keys.length, find: createLocalJWKSet({ keys } as unknown as JSONWebKeySet) };
}
