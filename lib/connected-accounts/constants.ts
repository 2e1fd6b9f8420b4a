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
