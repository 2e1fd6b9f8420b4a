/** A prompt with which a coding agent adds an MCP server. Pure. */
import { keyRules, rules } from "./prompt-rules";

/** For a coding agent that is an MCP client itself, or sets another one up. */
export const toMcpPrompt = (name: string, url: string, origin: string, needsKey: boolean): string =>
  [
    `Add the MCP server “${name}” of Patchbay to this MCP client.`,
    "",
    "Facts",
    `- URL: ${url}`,
    "- Transport: Streamable HTTP",
    needsKey
      ? "- Sign-in: the header x-api-key with the key in the environment variable PATCHBAY_API_KEY"
      : "- Sign-in: OAuth. The client registers itself, and I sign in in my browser.",
    "",
    "Steps",
    "1. Find out how this client adds a remote MCP server, by its own command if it has one, and add the server for my user.",
    needsKey
      ? "2. Have the client read the key from the environment. Start the sign-in if the client asks for one."
      : "2. Start the sign-in, and wait until I have allowed it.",
    "3. List the server's tools, and tell me their names.",
    `4. Call one tool that only reads. The call is then at ${origin}/logs/tools`,
    "",
    "Rules",
    ...(needsKey ? keyRules(origin) : rules),
  ].join("\n");
