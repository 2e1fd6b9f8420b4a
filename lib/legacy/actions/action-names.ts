/** How programs from before version 3 name an action's version and its absence. */

export const ACTION_NOT_FOUND = "ActionNotFoundError";

/** The programs send `latest:base`, or a version. */
export const toVersion = (version: string | null | undefined): string | undefined =>
  version && !version.startsWith("latest") ? version : undefined;
