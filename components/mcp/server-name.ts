/** What a server may be called. Pure. */

/** In a sentence beside the field. */
export const SERVER_NAME = "Use 4 to 30 letters, digits, spaces and hyphens.";

const LONGEST = 30;

/** A first name for a server of these toolkits. */
export const toServerName = (toolkits: readonly string[]): string =>
  `${toolkits.join(" ")} tools`
    .replace(/[^a-zA-Z0-9]+/g, " ")
    .trim()
    .slice(0, LONGEST)
    .trim();
