/** A text about the session that the maker of an agent can put into its system prompt. */
import type { SessionConfig } from "./settings/contract";
import type { MetaCaller } from "./meta-tools/meta-call";
import { mayUseMetaTool } from "./meta-tools/may-use-meta-tool";
import { metaToolsOf } from "./settings/meta-tool-switches";

/** Each meta tool, with the facts that an agent should know before its first call. */
const ADVICE: Readonly<Record<string, string>> = {
  COMPOSIO_SEARCH_TOOLS:
    "Find tools with COMPOSIO_SEARCH_TOOLS before you use one; never make up the name of a tool or of an argument.",
  COMPOSIO_MANAGE_CONNECTIONS:
    "If the user has not connected an app, " +
    "get a link with COMPOSIO_MANAGE_CONNECTIONS, show it, and wait until the user says that it is done.",
  COMPOSIO_MULTI_EXECUTE_TOOL:
    "Run tools with COMPOSIO_MULTI_EXECUTE_TOOL; give those that do not depend on each other in one call.",
};

/** A time zone that this server knows; other texts do not go into a prompt. */
function knownZone(zone: string | undefined): string | undefined {
  if (zone === undefined) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** @param by how the agent authenticates: the text is only about meta tools that it can use */
export function assistivePrompt(config: SessionConfig, by?: MetaCaller["by"]): string {
  const lines = metaToolsOf(config).flatMap((slug) => (mayUseMetaTool(by, slug) && ADVICE[slug]) || []);
  const zone = knownZone(config.experimental.user_timezone);
  if (zone) lines.push(`The user's time zone is ${zone}.`);
  return lines.join("\n");
}
