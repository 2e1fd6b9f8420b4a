/** The programs send `latest:base`, or a version. */
export const toVersion = (version: string | null | undefined): string | undefined =>
  version && !version.startsWith("latest") ? version : undefined;
