/** `patchbay mcp`: an MCP server on standard input and output, for programs that cannot call one by HTTP. */
import { defineCommand, EXIT, UsageError } from "../command";
import { runBridge } from "../mcp/bridge";
import { toMcpAddress } from "../mcp/mcp-address";
import { SERVER_OPTIONS } from "../server/options";

export const mcp = defineCommand({
  usage: "ADDRESS",
  about: [
    "ADDRESS is the URL of an MCP server or a session; or the ID of one at the chosen server. Messages are lines of " +
      "JSON on standard input and output; everything else goes to standard error.",
    'Example for the settings of a program: {"command": "patchbay", "args": ["mcp", "https://.../v3/mcp/..."]}',
  ],
  options: {
    user: { type: "string", value: "ID", description: "With the ID of an MCP server: the user whose accounts it uses" },
    ...SERVER_OPTIONS,
  },
  run: async (context) => {
    const { positionals, values } = context;
    const [text, ...more] = positionals;
    if (text === undefined || more.length > 0) throw new UsageError("Name one MCP server or session.");
    await runBridge(await toMcpAddress(text, values.user, context), context);
    return EXIT.done;
  },
});
