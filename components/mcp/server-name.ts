/** The rules for a server's name. Pure. */
import { SERVER_NAME_CHARACTERS, SERVER_NAME_LENGTH } from "@/lib/mcp/constants";

/** The rule in a sentence, next to the field. */
const SERVER_NAME = "Use 4 to 30 letters, digits, spaces and hyphens.";

const { min, max } = SERVER_NAME_LENGTH;

/** The sentence for a name that the server would refuse; undefined for one that it takes. */
export function nameProblem(typed: string): string | undefined {
  const name = typed.trim();
  if (name === "") return "Enter a name.";
  const fits = name.length >= min && name.length <= max && SERVER_NAME_CHARACTERS.test(name);
  return fits ? undefined : SERVER_NAME;
}

/** A first name for a server of these toolkits. */
export const toServerName = (toolkits: readonly string[]): string =>
  `${toolkits.join(" ")} tools`
    .replace(/[^a-zA-Z0-9]+/g, " ")
    .trim()
    .slice(0, max)
    .trim();
