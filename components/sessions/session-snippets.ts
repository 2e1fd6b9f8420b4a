/** A session as code to take away: making one, and using one from a sandbox. Pure. */
import { toShellWord } from "@/components/catalog/snippets";
import { inPython, inTypeScript } from "@/components/connect-agent/sdk-client";

export const LANGUAGES = { typescript: "TypeScript", python: "Python", curl: "curl" } as const;
export type Language = keyof typeof LANGUAGES;
export const COLORS = { typescript: "typescript", python: "python", curl: "shell" } as const;

const json = (value: unknown): string => JSON.stringify(value);

const inShell = (origin: string, path: string, body: unknown): string =>
  [
    `curl -X POST ${origin}/api/v3/tool_router/session${path} \\`,
    `  -H "x-api-key: $PATCHBAY_API_KEY" \\`,
    `  -H "content-type: application/json" \\`,
    `  -d ${toShellWord(JSON.stringify(body, null, 2))}`,
  ].join("\n");

/** Creates a session for a user with some toolkits. */
export function toCreateSnippet(
  language: Language,
  { origin, user, toolkits }: { origin: string; user: string; toolkits: readonly string[] },
): string {
  if (language === "curl") return inShell(origin, "", { user_id: user, toolkits: { enable: toolkits } });
  if (language === "python")
    return inPython({ origin }, [
      `session = composio.create(user_id=${json(user)}, toolkits=${json(toolkits)})`,
      "tools = session.tools()  # give these to the model",
    ]);
  return inTypeScript({ origin }, [
    `const session = await composio.create(${json(user)}, { toolkits: ${json(toolkits)} });`,
    "const tools = await session.tools(); // give these to the model",
  ]);
}

/** The settings that `create` of the SDKs takes, under its names in TypeScript. */
const SDK_NAMES: Readonly<Record<string, string>> = {
  toolkits: "toolkits",
  tools: "tools",
  tags: "tags",
  auth_configs: "authConfigs",
  connected_accounts: "connectedAccounts",
};
/** The hints that the SDKs check; the API knows more. */
const SDK_HINTS = new Set(["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]);

const hintsIn = (tags: unknown): unknown[] =>
  Array.isArray(tags) ? tags : Object.values(Object(tags) as Record<string, unknown>).flat();

/** The program that creates a session with these settings; undefined if the SDK has no argument for one of them. */
export function toSessionSnippet(
  language: "typescript" | "python",
  {
    origin,
    body: { user_id: user, ...settings },
  }: { origin: string; body: { user_id: string } & Record<string, unknown> },
): string | undefined {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined && value !== null);
  const isKnown =
    entries.every(([name]) => name in SDK_NAMES) && hintsIn(settings.tags).every((tag) => SDK_HINTS.has(String(tag)));
  if (!isKnown) return undefined;
  const values = entries.map(([name, value]) => [name, json(value)] as const);
  if (language === "python")
    return inPython({ origin }, [
      `session = composio.create(${[`user_id=${json(user)}`, ...values.map(([name, value]) => `${name}=${value}`)].join(", ")})`,
      "tools = session.tools()  # give these to the model",
    ]);
  const options = values.map(([name, value]) => `${SDK_NAMES[name] ?? name}: ${value}`).join(", ");
  return inTypeScript({ origin }, [
    `const session = await composio.create(${json(user)}${options ? `, { ${options} }` : ""});`,
    "const tools = await session.tools(); // give these to the model",
  ]);
}

/** The request that creates a session with all of its settings. */
export const toCreateRequest = (origin: string, body: unknown): string => inShell(origin, "", body);

/** A tool that the session has, with the names of its required arguments. */
type ExampleTool = { slug: string; required: readonly string[] };

/** The first call of a tool of the session, or the list of helpers if its rules leave no tool to read with. */
function toFirstCall(tool: ExampleTool | null): string {
  const input = Object.fromEntries((tool?.required ?? []).map((name) => [name, "..."]));
  const code = tool ? `print(run_composio_tool(${json(tool.slug)}, ${json(input)}))` : "help(run_composio_tool)";
  return `python3 -c ${toShellWord(`from workbench_helpers import *; ${code}`)}`;
}

type SandboxParts = { origin: string; id: string; key: string; tool: ExampleTool | null };

/** In a sandbox of one's own: who and where, the helpers, and a first call. */
export function toSandboxSnippet({ origin, id, key, tool }: SandboxParts): string {
  return [
    `export BACKEND_URL=${toShellWord(origin)}`,
    `export COMPOSIO_TOOLROUTER_SESSION_ID=${toShellWord(id)}`,
    `export COMPOSIO_WORKBENCH_ACCESS_KEY=${toShellWord(key)}`,
    `curl -fsS "$BACKEND_URL/api/v3/tool_router/session/$COMPOSIO_TOOLROUTER_SESSION_ID/workbench_helpers" \\`,
    `  -H "x-session-access-key: $COMPOSIO_WORKBENCH_ACCESS_KEY" -o workbench_helpers.py`,
    toFirstCall(tool),
  ].join("\n");
}
