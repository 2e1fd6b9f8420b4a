/** How to add a URL to each MCP client: what to click, to paste or to type, in the client's current version. Pure. */
import { toShellWord } from "@/components/catalog/snippets";

/** A file or a command to copy. */
type Piece = { label: string; language: "json" | "toml" | "shell"; code: string };

export type ClientSetup = {
  /** Opens the client with everything filled in. */
  install?: string;
  /** Manual steps, one sentence each. */
  steps?: readonly string[];
  pieces: readonly Piece[];
  /** The client's requirements on the URL. */
  note?: string;
  /** Why the client cannot use this address, said before everything else. */
  obstacle?: string;
};

type Target = { name: string; url: string };

/** A name that every client takes: of letters, digits and hyphens. */
export const toClientName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || "patchbay";

const json = (label: string, value: unknown): Piece => ({
  label,
  language: "json",
  code: JSON.stringify(value, null, 2),
});
const shell = (label: string, code: string): Piece => ({ label, language: "shell", code });
const inFile = (label: string, { name }: Target, entry: object): Piece =>
  json(label, { mcpServers: { [name]: entry } });

/** Names and addresses that only this machine or its own network knows. */
const HOME =
  /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[|[^.]+$)|\.(?:localhost|local|internal|lan|home\.arpa)$/;
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url);
const isPublic = (url: string): boolean => url.startsWith("https://") && !HOME.test(hostOf(url));
const FROM_OUTSIDE = "It calls from its own servers, so the address must be reachable from the internet by https.";
/** For a client that can only call from outside. */
const fromOutside = (client: string, { url }: Target): Pick<ClientSetup, "note" | "obstacle"> =>
  isPublic(url)
    ? { note: FROM_OUTSIDE }
    : {
        obstacle:
          `${client} cannot reach ${hostOf(url)}: it calls from its own servers, by https. Put this server ` +
          "behind a public https address, set PATCHBAY_PUBLIC_URL to that address, and start it again.",
      };

/**
 * For clients that only start programs: a program that forwards everything. It accepts plain http to other machines
 * only with an option.
 */
const bridge = ({ url }: Target): object => ({
  command: "npx",
  args: ["-y", "mcp-remote", url, ...(/^http:\/\/(?!localhost|127\.)/.test(url) ? ["--allow-http"] : [])],
});

/** Base64 of UTF-8 text; the browser's own function accepts only Latin letters. */
const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

const SETUPS = {
  "claude-code": (to) => ({
    pieces: [
      shell("Terminal", `claude mcp add --transport http ${to.name} ${toShellWord(to.url)}`),
      inFile(".mcp.json", to, { type: "http", url: to.url }),
    ],
  }),
  "claude-desktop": (to) => ({
    steps: ["Open Settings, Connectors, and choose “Add custom connector”.", "Paste the address, and add it."],
    note: isPublic(to.url)
      ? FROM_OUTSIDE
      : `${FROM_OUTSIDE} This one is not: put the file's text into claude_desktop_config.json instead.`,
    pieces: [inFile("claude_desktop_config.json", to, bridge(to))],
  }),
  "claude-web": (to) => ({
    steps: [
      "Open claude.ai, Settings, Connectors, and choose “Add custom connector”.",
      "Paste the address, and add it.",
      "Switch the connector on in the chat's menu of tools.",
    ],
    ...fromOutside("Claude on the web", to),
    pieces: [],
  }),
  cursor: (to) => ({
    install:
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(to.name)}` +
      `&config=${encodeURIComponent(toBase64(JSON.stringify({ url: to.url })))}`,
    pieces: [inFile("~/.cursor/mcp.json", to, { url: to.url })],
  }),
  vscode: (to) => ({
    install: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: to.name, type: "http", url: to.url }))}`,
    pieces: [json(".vscode/mcp.json", { servers: { [to.name]: { type: "http", url: to.url } } })],
  }),
  windsurf: (to) => ({
    pieces: [inFile("~/.codeium/windsurf/mcp_config.json", to, { serverUrl: to.url })],
  }),
  chatgpt: (to) => ({
    steps: [
      "Open Settings, Apps & Connectors, Advanced settings, and switch “Developer mode” on.",
      "Choose “Create”, paste the address as the MCP server URL, and choose no authentication.",
    ],
    ...fromOutside("ChatGPT", to),
    pieces: [],
  }),
  "gemini-cli": (to) => ({
    pieces: [
      shell("Terminal", `gemini mcp add -s user --transport http ${to.name} ${toShellWord(to.url)}`),
      inFile("~/.gemini/settings.json", to, { httpUrl: to.url }),
    ],
  }),
  codex: (to) => ({
    pieces: [
      shell("Terminal", `codex mcp add ${to.name} --url ${toShellWord(to.url)}`),
      {
        label: "~/.codex/config.toml",
        language: "toml",
        // A JSON text is a basic string of TOML too.
        code: `[mcp_servers.${to.name}]\nurl = ${JSON.stringify(to.url)}`,
      },
    ],
  }),
  other: (to) => ({
    steps: ["Any client that speaks Streamable HTTP takes the address alone. Most read a file of this form."],
    pieces: [
      inFile("mcp.json", to, { type: "http", url: to.url }),
      inFile("Clients that start programs only", to, bridge(to)),
    ],
  }),
} satisfies Record<string, (target: Target) => ClientSetup>;

export type ClientKey = keyof typeof SETUPS;

export const CLIENTS: Readonly<Record<ClientKey, string>> = {
  "claude-code": "Claude Code",
  "claude-desktop": "Claude Desktop",
  "claude-web": "Claude on the web",
  cursor: "Cursor",
  vscode: "VS Code",
  windsurf: "Windsurf",
  chatgpt: "ChatGPT",
  "gemini-cli": "Gemini CLI",
  codex: "Codex",
  other: "Any other client",
};

/** The setup of a client for a URL; `name` is the server's name. */
export const toClientSetup = (client: ClientKey, { name, url }: Target): ClientSetup =>
  SETUPS[client]({ name: toClientName(name), url });
