/** How to add a URL to each MCP client: what to click, to paste or to type, in the client's current version. Pure. */
import { byKey, KEY_VARIABLE } from "./client-keys";
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
  /** Why the client cannot use this URL, said before everything else. */
  obstacle?: string;
};

/**
 * How a client proves who it is: the person signs in, the URL is signed for one user, or the client sends a key of the
 * project in a header.
 */
export type ClientAuth = "oauth" | "signed" | "key";
type Target = { name: string; url: string; auth: ClientAuth };

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
const fromItsServers = (client: string): string =>
  `${client} calls from its own servers, so the URL must be reachable from the internet over https.`;
/** For a client that can only call from outside, and sends no headers of one's own. */
const fromOutside = (client: string, { url, auth }: Target): Pick<ClientSetup, "note" | "obstacle"> => {
  if (auth === "key")
    return {
      obstacle: `${client} cannot send an API key. Create an MCP server instead: its URL lets people sign in.`,
    };
  return isPublic(url)
    ? { note: fromItsServers(client) }
    : {
        obstacle:
          `${client} cannot reach ${hostOf(url)}: it calls from its own servers, over https. Put this server ` +
          "behind a public https URL, set PATCHBAY_PUBLIC_URL to that URL, and start it again.",
      };
};

/**
 * For clients that only start programs: a program that forwards everything. It accepts plain http to other machines
 * only with an option.
 */
const bridge = ({ url, auth }: Target): object => ({
  command: "npx",
  args: [
    "-y",
    "mcp-remote",
    url,
    ...(/^http:\/\/(?!localhost|127\.)/.test(url) ? ["--allow-http"] : []),
    // Without a space: some clients split arguments at spaces.
    ...(auth === "key" ? ["--header", `x-api-key:\${${KEY_VARIABLE}}`] : []),
  ],
  ...(auth === "key" && { env: { [KEY_VARIABLE]: "your-key" } }),
});

/** Base64 of UTF-8 text; the browser's own function accepts only Latin letters. */
const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

const CLAUDE_CONNECTOR = [
  "Open Customize, Connectors, and choose “+”, then “Add custom connector”.",
  "Paste the URL, and add it.",
];
const CLAUDE_FILE = [
  "Open Settings, Developer, and choose “Edit Config”. It shows the file claude_desktop_config.json.",
  "Put the text below into the file, and start Claude Desktop again. Node.js must be installed there.",
];

const SETUPS = {
  "claude-code": (to) => ({
    pieces: [
      shell("Terminal", `claude mcp add --transport http ${to.name} ${toShellWord(to.url)}${byKey(to).shell}`),
      inFile(".mcp.json", to, { type: "http", url: to.url, ...byKey(to).braces }),
    ],
    ...(to.auth === "oauth" && { note: "After adding it, type /mcp in Claude Code, choose the server, and sign in." }),
  }),
  "claude-desktop": (to) => ({
    ...(to.auth === "key" || !isPublic(to.url)
      ? { steps: CLAUDE_FILE }
      : { steps: CLAUDE_CONNECTOR, note: fromItsServers("Claude Desktop") }),
    pieces: [inFile("claude_desktop_config.json", to, bridge(to))],
  }),
  "claude-web": (to) => ({
    steps: [
      "Open claude.ai, Customize, Connectors, and choose “+”, then “Add custom connector”.",
      "Paste the URL, and add it.",
      "Enable the connector in the chat’s tools menu.",
    ],
    ...fromOutside("Claude on the web", to),
    pieces: [],
  }),
  cursor: (to) => {
    const entry = { url: to.url, ...byKey(to).env };
    return {
      install:
        `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(to.name)}` +
        `&config=${encodeURIComponent(toBase64(JSON.stringify(entry)))}`,
      pieces: [inFile("~/.cursor/mcp.json", to, entry)],
    };
  },
  vscode: (to) => {
    const { headers, inputs } = byKey(to).prompt;
    const entry = { type: "http", url: to.url, ...headers };
    const server = JSON.stringify({ name: to.name, ...entry, ...inputs });
    return {
      install: `vscode:mcp/install?${encodeURIComponent(server)}`,
      pieces: [
        shell("Terminal", `code --add-mcp ${toShellWord(server)}`),
        json(".vscode/mcp.json", { ...inputs, servers: { [to.name]: entry } }),
      ],
    };
  },
  windsurf: (to) => ({
    pieces: [inFile("~/.codeium/windsurf/mcp_config.json", to, { serverUrl: to.url, ...byKey(to).env })],
  }),
  chatgpt: (to) => ({
    steps: [
      "Open Settings, Apps, Advanced settings, and switch “Developer mode” on.",
      `Choose “Create app”, paste the URL as the MCP server URL, and choose ${to.auth === "oauth" ? "OAuth" : "no authentication"}.`,
    ],
    ...fromOutside("ChatGPT", to),
    pieces: [],
  }),
  "gemini-cli": (to) => ({
    pieces: [
      shell("Terminal", `gemini mcp add -s user --transport http ${to.name} ${toShellWord(to.url)}${byKey(to).shell}`),
      inFile("~/.gemini/settings.json", to, { httpUrl: to.url, ...byKey(to).braces }),
    ],
    ...(to.auth === "oauth" && { note: `After adding it, type /mcp auth ${to.name} in Gemini CLI, and sign in.` }),
  }),
  codex: (to) => ({
    pieces: [
      shell(
        "Terminal",
        [
          `codex mcp add ${to.name} --url ${toShellWord(to.url)}${byKey(to).codex}`,
          ...(to.auth === "oauth" ? [`codex mcp login ${to.name}`] : []),
        ].join("\n"),
      ),
      {
        label: "~/.codex/config.toml",
        language: "toml",
        // A JSON text is a basic string of TOML too.
        code: `[mcp_servers.${to.name}]\nurl = ${JSON.stringify(to.url)}${byKey(to).toml}`,
      },
    ],
  }),
  other: (to) => ({
    steps: [
      `Any client that supports Streamable HTTP needs only the URL${to.auth === "key" ? " and the header" : ""}. ` +
        "Most read a file like this.",
    ],
    pieces: [
      inFile("mcp.json", to, { type: "http", url: to.url, ...byKey(to).braces }),
      inFile("Clients that only support stdio", to, bridge(to)),
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
export const toClientSetup = (client: ClientKey, { name, ...target }: Target): ClientSetup =>
  SETUPS[client]({ name: toClientName(name), ...target });
