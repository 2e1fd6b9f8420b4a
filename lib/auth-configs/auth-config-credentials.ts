/**
 * What an auth config keeps secret: the OAuth app's id and secret, scopes, replaced URLs, and the scheme's own fields.
 */
import { CountedCache } from "@/lib/kernel/metrics/counted-cache";
import { processMemory } from "@/lib/kernel/process-memory";
import { openJson, sealJson } from "@/lib/kernel/process/vault";

export type AuthConfigCredentials = {
  /** By the names of the wire: `client_id`, `client_secret`, `oauth_redirect_uri`, `token_url`, `base_url`, ... */
  values: Readonly<Record<string, string>>;
  /** Undefined: the scheme's default scopes. */
  scopes?: readonly string[];
  userScopes?: readonly string[];
};

type StoredCredentials = { values?: Record<string, string>; scopes?: string[]; userScopes?: string[] };

/** Of the ciphertexts together: providers and clients decide how long one is. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** Decrypted credentials by their ciphertext: a new value has a new ciphertext, so an entry never grows stale. */
const getCache = () =>
  processMemory(
    "auth-configs.opened",
    () =>
      new CountedCache<string, AuthConfigCredentials>("auth_config_values", {
        max: 1000,
        maxSize: MAX_CHARACTERS,
        sizeCalculation: (_, key) => key.length,
      }),
  );

const sealContext = (projectId: string, id: string, column: "credentials" | "shared_credentials") => ({
  projectId,
  rowId: id,
  column: `auth_config.${column}`,
});

/** Seals the credentials of one auth config. */
export const sealAuthConfigCredentials = (projectId: string, id: string, credentials: AuthConfigCredentials): string =>
  sealJson(credentials, sealContext(projectId, id, "credentials"));

/** Opens what `sealAuthConfigCredentials` made for the same auth config. */
export function openAuthConfigCredentials(projectId: string, id: string, sealed: string): AuthConfigCredentials {
  const cachedCredentials = getCache().get(`${projectId} ${id} ${sealed}`);
  if (cachedCredentials) return cachedCredentials;
  const {
    values = {},
    scopes,
    userScopes,
  } = openJson(sealed, sealContext(projectId, id, "credentials")) as StoredCredentials;
  const credentials = { values, ...(scopes && { scopes }), ...(userScopes && { userScopes }) };
  getCache().set(`${projectId} ${id} ${sealed}`, credentials);
  return credentials;
}

/** Seals the values that every connection of the auth config shares. */
export const sealSharedCredentials = (
  projectId: string,
  id: string,
  values: Readonly<Record<string, string>>,
): string => sealJson(values, sealContext(projectId, id, "shared_credentials"));

/** Opens what `sealSharedCredentials` made; no shared values give an empty object. */
export function openSharedCredentials(
  projectId: string,
  id: string,
  sealed: string | null,
): Readonly<Record<string, string>> {
  return sealed === null
    ? {}
    : (openJson(sealed, sealContext(projectId, id, "shared_credentials")) as Record<string, string>);
}
