/** One call of a tool as code to take away: curl, the official SDKs pointed at this server, and an MCP client. Pure. */
import { inPython, inTypeScript } from "@/components/connect-agent/sdk-client";

export const SNIPPET_LANGUAGES = { curl: "curl", typescript: "TypeScript", python: "Python", mcp: "MCP" } as const;
export type SnippetLanguage = keyof typeof SNIPPET_LANGUAGES;

export type SnippetCall = {
  /** The address of this server, such as `https://patchbay.example.com`. */
  origin: string;
  toolkit: string;
  tool: string;
  /** A toolkit version, or `latest`. */
  version: string;
  /** Empty for a call that names only its account. */
  user: string;
  /** A connected account's id; empty or absent lets the server choose the user's account. */
  account?: string;
  arguments: Readonly<Record<string, unknown>>;
};

/** The key is read from PATCHBAY_API_KEY in all of them, so that nobody pastes one into a file. */
export function toSnippet(language: SnippetLanguage, call: SnippetCall): string {
  if (language === "curl") return toCurl(call);
  if (language === "mcp") return toMcp(call);
  return language === "typescript" ? toTypeScript(call) : toPython(call);
}

/** A text as one word of a POSIX shell: single quotes keep everything but themselves. */
export const toShellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function toCurl({ origin, tool, version, user, account, arguments: args }: SnippetCall): string {
  const body = {
    ...(user && { user_id: user }),
    version,
    ...(account && { connected_account_id: account }),
    arguments: args,
  };
  return [
    `curl -X POST ${origin}/api/v3/tools/execute/${encodeURIComponent(tool)} \\`,
    `  -H "x-api-key: $PATCHBAY_API_KEY" \\`,
    `  -H "content-type: application/json" \\`,
    `  -d ${toShellWord(JSON.stringify(body, null, 2))}`,
  ].join("\n");
}

/** The SDK refuses `latest` unless the caller confirms it by an option. */
const isLatest = (version: string): boolean => version === "" || version === "latest";

function toTypeScript({ origin, tool, version, user, account, arguments: args }: SnippetCall): string {
  return inTypeScript({ origin }, [
    `const result = await composio.tools.execute(${JSON.stringify(tool)}, {`,
    ...(user ? [`  userId: ${JSON.stringify(user)},`] : []),
    ...(account ? [`  connectedAccountId: ${JSON.stringify(account)},`] : []),
    isLatest(version) ? "  dangerouslySkipVersionCheck: true," : `  version: ${JSON.stringify(version)},`,
    `  arguments: ${toLiteral(args, TYPESCRIPT, 1)},`,
    "});",
    "console.log(result.successful ? result.data : result.error);",
  ]);
}

function toPython({ origin, tool, version, user, account, arguments: args }: SnippetCall): string {
  return inPython({ origin }, [
    "result = composio.tools.execute(",
    `    ${JSON.stringify(tool)},`,
    ...(user ? [`    user_id=${JSON.stringify(user)},`] : []),
    ...(account ? [`    connected_account_id=${JSON.stringify(account)},`] : []),
    isLatest(version) ? "    dangerously_skip_version_check=True," : `    version=${JSON.stringify(version)},`,
    `    arguments=${toLiteral(args, PYTHON, 1)},`,
    ")",
    `print(result["data"] if result["successful"] else result["error"])`,
  ]);
}

/**
 * Always the same name for the same tool, so that a second run finds the server of the first run: 4 to 30 letters,
 * digits and hyphens.
 */
export function toServerName(tool: string): string {
  let hash = 0x811c9dc5;
  for (const char of tool) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `${tool
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 21)}-${hash.toString(16).padStart(8, "0")}`;
}

/** An MCP server runs the latest version of its tools. */
function toMcp({ origin, toolkit, tool, user, account, arguments: args }: SnippetCall): string {
  const name = JSON.stringify(toServerName(tool));
  return [
    `import { Composio } from "@composio/core";`,
    `import { Client } from "@modelcontextprotocol/sdk/client/index.js";`,
    `import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";`,
    "",
    `const apiKey = process.env.PATCHBAY_API_KEY ?? "";`,
    `const composio = new Composio({ apiKey, baseURL: ${JSON.stringify(origin)} });`,
    "",
    "// Create a server once; each user gets their own URL.",
    `const { items } = await composio.mcp.list({ name: ${name} });`,
    `const server = items[0] ?? await composio.mcp.create(${name}, {`,
    `  toolkits: [${JSON.stringify(toolkit)}],`,
    `  allowedTools: [${JSON.stringify(tool)}],`,
    "});",
    `const { url } = await composio.mcp.generate(${JSON.stringify(user)}, server.id);`,
    "const serverUrl = new URL(url);",
    ...(account ? [`serverUrl.searchParams.set("connected_account_id", ${JSON.stringify(account)});`] : []),
    "",
    `const client = new Client({ name: "my-agent", version: "1.0.0" });`,
    `await client.connect(new StreamableHTTPClientTransport(serverUrl, { requestInit: { headers: { "x-api-key": apiKey } } }));`,
    `const result = await client.callTool({`,
    `  name: ${JSON.stringify(tool)},`,
    `  arguments: ${toLiteral(args, TYPESCRIPT, 1)},`,
    "});",
    "await client.close();",
    "console.log(result.structuredContent);",
  ].join("\n");
}

type Style = { indent: string; toKey: (name: string) => string; words: Readonly<Record<string, string>> };

const TYPESCRIPT: Style = {
  indent: "  ",
  toKey: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  words: {},
};
const PYTHON: Style = {
  indent: "    ",
  toKey: (name) => JSON.stringify(name),
  words: { true: "True", false: "False", null: "None" },
};

/** JSON's strings and numbers are valid in both languages; the words and the keys are not. */
function toLiteral(value: unknown, style: Style, depth: number): string {
  if (value === undefined) return toLiteral(null, style, depth);
  if (value === null || typeof value !== "object") {
    const json = JSON.stringify(value) ?? "null";
    return style.words[json] ?? json;
  }
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const entries = Array.isArray(value)
    ? value.map((item) => toLiteral(item, style, depth + 1))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${style.toKey(name)}: ${toLiteral(item, style, depth + 1)}`);
  if (entries.length === 0) return `${open}${close}`;
  const inner = style.indent.repeat(depth + 1);
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join("")}${style.indent.repeat(depth)}${close}`;
}
