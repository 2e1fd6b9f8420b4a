/** Every auth scheme of the API; a toolkit supports some of them. */
export const AUTH_MODES = [
  "OAUTH2",
  "OAUTH1",
  "API_KEY",
  "BASIC",
  "BILLCOM_AUTH",
  "BEARER_TOKEN",
  "GOOGLE_SERVICE_ACCOUNT",
  "NO_AUTH",
  "BASIC_WITH_JWT",
  "CALCOM_AUTH",
  "SERVICE_ACCOUNT",
  "SAML",
  "DCR_OAUTH",
  "CIMD_OAUTH",
  "S2S_OAUTH2",
] as const;

/** Schemes for which the server's address is enough: its own metadata and this server's introduction do the rest. */
export const DISCOVERED_MODES: ReadonlySet<string> = new Set(["DCR_OAUTH", "CIMD_OAUTH"]);
