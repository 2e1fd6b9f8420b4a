/** The commands of `patchbay`, in the order of `--help`. */
import type { Entry } from "./command";

const OPERATION = "Running a server";
const TOOLS = "Tools and accounts";
const SERVER = "Server";
const SHELL = "Shell";

export const COMMANDS: readonly Entry[] = [
  {
    name: "start",
    summary: "Starts the server",
    group: OPERATION,
    load: async () => (await import("./commands/operate/start")).start,
  },
  {
    name: "stop",
    summary: "Stops the running server",
    group: OPERATION,
    load: async () => (await import("./commands/operate/stop")).stop,
  },
  {
    name: "status",
    summary: "Shows whether the server runs and is ready",
    group: OPERATION,
    load: async () => (await import("./commands/operate/status")).status,
  },
  {
    name: "doctor",
    summary: "Checks this machine and this installation",
    group: OPERATION,
    load: async () => (await import("./commands/operate/doctor")).doctor,
  },
  {
    name: "migrate",
    summary: "Brings the database up to date",
    group: OPERATION,
    load: async () => (await import("./commands/operate/migrate")).migrate,
  },
  {
    name: "provision",
    summary: "Makes a person, a project and an API key",
    group: OPERATION,
    load: async () => (await import("./commands/operate/provision")).provision,
  },
  {
    name: "demo",
    summary: "Starts a server with example apps on this machine",
    group: OPERATION,
    load: async () => (await import("./commands/operate/start")).demo,
  },
  {
    name: "version",
    summary: "Shows the version",
    group: OPERATION,
    load: async () => (await import("./commands/operate/version")).version,
  },
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
