/** How each MCP client is given an address: what to click, to paste or to type, in the client's present form. Pure. */
import { toShellWord } from "@/components/catalog/snippets";

/** A file or a command to copy. */
type Piece = { label: string; language: "json" | "toml" | "shell"; code: string };

export type ClientSetup = {
  /** Opens the client with everything filled in. */
  install?: string;
  /** What to do by hand, one sentence each. */
  steps?: readonly string[];
  pieces: readonly Piece[];
  /** What the client demands of the address. */
  note?: string;
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

const isPublic = (url: string): boolean =>
  url.startsWith("https://") && !/^https:\/\/(localhost|127\.|10\.|192\.168\.|\[)/.test(url);
const FROM_OUTSIDE = "It calls from its own servers, so the address must be reachable from the internet by https.";

/** For clients that start programs only: one that passes everything on. It takes plain http to other machines only when told. */
const bridge = ({ url }: Target): object => ({
  command: "npx",
  args: ["-y", "mcp-remote", url, ...(/^http:\/\/(?!localhost|127\.)/.test(url) ? ["--allow-http"] : [])],
});

/** Base64 of UTF-8 text; the browser's own function takes Latin letters alone. */
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
  "claude-web": () => ({
    steps: [
      "Open claude.ai, Settings, Connectors, and choose “Add custom connector”.",
      "Paste the address, and add it.",
      "Switch the connector on in the chat's menu of tools.",
    ],
    note: FROM_OUTSIDE,
    pieces: [],
  }),
  cursor: (to) => ({
    install: `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(to.name)}&config=${encodeURIComponent(toBase64(JSON.stringify({ url: to.url })))}`,
    pieces: [inFile("~/.cursor/mcp.json", to, { url: to.url })],
  }),
  vscode: (to) => ({
    install: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: to.name, type: "http", url: to.url }))}`,
    pieces: [json(".vscode/mcp.json", { servers: { [to.name]: { type: "http", url: to.url } } })],
  }),
  windsurf: (to) => ({
    pieces: [inFile("~/.codeium/windsurf/mcp_config.json", to, { serverUrl: to.url })],
  }),
  chatgpt: () => ({
    steps: [
      "Open Settings, Apps & Connectors, Advanced settings, and switch “Developer mode” on.",
      "Choose “Create”, paste the address as the MCP server URL, and choose no authentication.",
    ],
    note: FROM_OUTSIDE,
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

/** What a client is given to reach an address; `name` as the server is called. */
export const toClientSetup = (client: ClientKey, { name, url }: Target): ClientSetup =>
  SETUPS[client]({ name: toClientName(name), url });
