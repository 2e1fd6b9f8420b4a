/** The commands of `patchbay`, in the order of `--help`. */
import type { Entry } from "./command";

const OPERATION = "Running a server";
const TOOLS = "Tools and accounts";
const PROJECT = "Project";
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
    name: "reset-second-factor",
    summary: "Turns off the two-step sign-in of a person who lost it",
    group: OPERATION,
    load: async () => (await import("./commands/operate/reset-second-factor")).resetSecondFactor,
  },
  {
    name: "allow-passwords",
    summary: "Ends that the organizations of an owner require single sign-on",
    group: OPERATION,
    load: async () => (await import("./commands/operate/allow-passwords")).allowPasswords,
  },
  {
    name: "backup",
    summary: "Writes a backup of the whole server, which can go on running",
    group: OPERATION,
    load: async () => (await import("./commands/operate/backup")).backup,
  },
  {
    name: "restore",
    summary: "Restores a backup into an empty database",
    group: OPERATION,
    load: async () => (await import("./commands/operate/restore")).restore,
  },
  {
    name: "kms rewrap",
    summary: "Wraps the server's secret by the newest version of its key",
    group: OPERATION,
    load: async () => (await import("./commands/operate/kms")).kmsRewrap,
  },
  {
    name: "audit verify",
    summary: "Verifies an exported audit trail without the server",
    group: OPERATION,
    load: async () => (await import("./commands/operate/audit")).auditVerify,
  },
  {
    name: "workbench install",
    summary: "Installs what agents need to run code here, on Debian and Ubuntu",
    group: OPERATION,
    load: async () => (await import("./commands/operate/workbench")).workbenchInstall,
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
    name: "toolkits push",
    summary: "Publishes a toolkit of the project's own from a folder or a document",
    group: TOOLS,
    load: async () => (await import("./commands/toolkits/push")).toolkitsPush,
  },
  {
    name: "toolkits pull",
    summary: "Writes a toolkit of the project's own into a folder",
    group: TOOLS,
    load: async () => (await import("./commands/toolkits/pull")).toolkitsPull,
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
    name: "connect",
    summary: "Connects an account of a user to a toolkit",
    group: TOOLS,
    load: async () => (await import("./commands/connect")).connect,
  },
  {
    name: "listen",
    summary: "Shows events as they happen, and forwards them to a local program",
    group: TOOLS,
    load: async () => (await import("./commands/listen")).listen,
  },
  {
    name: "mcp",
    summary: "Carries MCP between standard input and output and a server or a session",
    group: TOOLS,
    load: async () => (await import("./commands/mcp")).mcp,
  },
  {
    name: "export",
    summary: "Writes a project into readable files, without secrets",
    group: PROJECT,
    load: async () => (await import("./commands/project/export")).exportProject,
  },
  {
    name: "import",
    summary: "Brings exported files into a project",
    group: PROJECT,
    load: async () => (await import("./commands/project/import")).importProject,
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
    name: "service install",
    summary: "Runs the server of this installation as a service of this user",
    group: SERVER,
    load: async () => (await import("./commands/service/install")).serviceInstall,
  },
  {
    name: "service uninstall",
    summary: "Stops the service and deletes it",
    group: SERVER,
    load: async () => (await import("./commands/service/uninstall")).serviceUninstall,
  },
  {
    name: "service status",
    summary: "Shows whether the service is installed and runs",
    group: SERVER,
    load: async () => (await import("./commands/service/status")).serviceStatus,
  },
  {
    name: "completion",
    summary: "Prints a script with which a shell completes commands and options",
    group: SHELL,
    load: async () => (await import("./commands/completion")).completion,
  },
];
