/** One call of a tool as code that runs as it stands, given PATCHBAY_API_KEY in the environment. Pure. */

/** What is called. `version` is a whole one ("20260105_00"): the SDKs refuse "latest". */
export type SnippetCall = {
  /** Where this browser reaches the server, without a trailing slash. */
  origin: string;
  tool: string;
  version: string;
  user: string;
  /** Empty: the user's newest active account. */
  account?: string;
  arguments: Readonly<Record<string, unknown>>;
};

export const SNIPPET_LANGUAGES = { curl: "curl", typescript: "TypeScript", python: "Python" } as const;
export type SnippetLanguage = keyof typeof SNIPPET_LANGUAGES;

const shellText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Lines after the first stand `spaces` further in. */
const indent = (text: string, spaces: number): string => text.replaceAll("\n", `\n${" ".repeat(spaces)}`);

function toCurl({ origin, tool, version, user, account, arguments: values }: SnippetCall): string {
  const body = JSON.stringify({ user_id: user, ...(account && { connected_account_id: account }), version, arguments: values }, null, 2);
  return [
    `curl -sS -X POST ${shellText(`${origin}/api/v3/tools/execute/${tool}`)} \\`,
    '  -H "x-api-key: $PATCHBAY_API_KEY" \\',
    '  -H "content-type: application/json" \\',
    `  -d ${shellText(body)}`,
  ].join("\n");
}

function toTypeScript({ origin, tool, version, user, account, arguments: values }: SnippetCall): string {
  return [
    'import { Composio } from "@composio/core";',
    "",
    `const composio = new Composio({ apiKey: process.env.PATCHBAY_API_KEY, baseURL: ${JSON.stringify(origin)} });`,
    "",
    `const result = await composio.tools.execute(${JSON.stringify(tool)}, {`,
    `  userId: ${JSON.stringify(user)},`,
    ...(account ? [`  connectedAccountId: ${JSON.stringify(account)},`] : []),
    `  version: ${JSON.stringify(version)},`,
    `  arguments: ${indent(JSON.stringify(values, null, 2), 2)},`,
    "});",
    "console.log(JSON.stringify(result, null, 2));",
  ].join("\n");
}

/** A JSON value as a Python literal; JSON's texts are Python's, as long as they hold no lone surrogate. */
export function toPythonLiteral(value: unknown, depth = 0): string {
  const inner = " ".repeat(4 * (depth + 1));
  const end = " ".repeat(4 * depth);
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((item) => toPythonLiteral(item, depth + 1))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${toPythonLiteral(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return parts.length === 0 ? open + close : `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${end}${close}`;
}

function toPython({ origin, tool, version, user, account, arguments: values }: SnippetCall): string {
  return [
    "import os",
    "",
    "from composio import Composio",
    "",
    `composio = Composio(api_key=os.environ["PATCHBAY_API_KEY"], base_url=${JSON.stringify(origin)})`,
    "",
    "result = composio.tools.execute(",
    `    ${JSON.stringify(tool)},`,
    `    user_id=${JSON.stringify(user)},`,
    ...(account ? [`    connected_account_id=${JSON.stringify(account)},`] : []),
    `    version=${JSON.stringify(version)},`,
    `    arguments=${toPythonLiteral(values, 1)},`,
    ")",
    "print(result)",
  ].join("\n");
}

const WRITERS: Record<SnippetLanguage, (call: SnippetCall) => string> = { curl: toCurl, typescript: toTypeScript, python: toPython };

/** The call in one language: curl against the API, the others with the official SDKs. */
export const toSnippet = (language: SnippetLanguage, call: SnippetCall): string => WRITERS[language](call);
