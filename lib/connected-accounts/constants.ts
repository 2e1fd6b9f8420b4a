/** Path of the document by which this server introduces itself to providers. */
export const CLIENT_DOCUMENT = "/oauth/client-document";

/** The states of a connected account. */
export const ACCOUNT_STATUSES = [
  "INITIALIZING",
  "INITIATED",
  "ACTIVE",
  "FAILED",
  "EXPIRED",
  "INACTIVE",
  "REVOKED",
] as const;
