/** What a server may be called. Pure. */

/** In a sentence beside the field. */
export const SERVER_NAME = "Use 4 to 30 letters, digits, spaces and hyphens.";

const LONGEST = 30;
const NAME = /^[a-zA-Z0-9 -]{4,30}$/;

/** The sentence for a name that the server would refuse; undefined for one that it takes. */
export function nameProblem(name: string): string | undefined {
  if (name.trim() === "") return "Enter a name.";
  return NAME.test(name.trim()) ? undefined : SERVER_NAME;
}

/** A first name for a server of these toolkits. */
export const toServerName = (toolkits: readonly string[]): string =>
  `${toolkits.join(" ")} tools`
    .replace(/[^a-zA-Z0-9]+/g, " ")
    .trim()
    .slice(0, LONGEST)
    .trim();
