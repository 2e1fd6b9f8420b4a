/** Names of what nobody has named. */

export const UNNAMED_PROJECT = "default";

export const UNNAMED_ORGANIZATION = "My organization";
