/** The commands of `patchbay`, in the order of `--help`. */
import type { Entry } from "./command";

const TOOLS = "Tools and accounts";
const SERVER = "Server";
const SHELL = "Shell";

export const COMMANDS: readonly Entry[] = [
  {
    name: "tools search",
    summary: "Finds the tools for a request in plain words",
    group: TOOLS,
    load: async () => (await import("./commands/tools/search")).toolsSearch,
  },
  {
    name: "tools show",
    summary: "Shows a tool with its arguments",
    group: TOOLS,
    load: async () => (await import("./commands/tools/show")).toolsShow,
  },
  {
    name: "call",
    summary: "Runs a tool",
    group: TOOLS,
    load: async () => (await import("./commands/call")).call,
  },
  {
    name: "accounts list",
    summary: "Lists the connected accounts",
    group: TOOLS,
    load: async () => (await import("./commands/accounts/list")).accountsList,
  },
  {
    name: "login",
    summary: "Stores a server and an API key for the other commands",
    group: SERVER,
    load: async () => (await import("./commands/login")).login,
  },
  {
    name: "logout",
    summary: "Deletes what login stored",
    group: SERVER,
    load: async () => (await import("./commands/login")).logout,
  },
  {
    name: "completion",
    summary: "Prints a script with which a shell completes commands and options",
    group: SHELL,
    load: async () => (await import("./commands/completion")).completion,
  },
];
