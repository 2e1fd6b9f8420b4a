/** A session as code to take away: making one, and going on in one. Pure. */
import { toShellWord } from "@/components/catalog/snippets";

export const LANGUAGES = { typescript: "TypeScript", python: "Python", curl: "curl" } as const;
export type Language = keyof typeof LANGUAGES;
export const COLORS = { typescript: "typescript", python: "python", curl: "shell" } as const;

const json = (value: unknown): string => JSON.stringify(value);

const inTypeScript = (origin: string, lines: readonly string[]): string =>
  [
    `import { Composio } from "@composio/core";`,
    "",
    "const composio = new Composio({",
    "  apiKey: process.env.PATCHBAY_API_KEY,",
    `  baseURL: ${json(origin)},`,
    "});",
    "",
    ...lines,
  ].join("\n");

const inPython = (origin: string, lines: readonly string[]): string =>
  [
    "import os",
    "from composio import Composio",
    "",
    "composio = Composio(",
    `    api_key=os.environ["PATCHBAY_API_KEY"],`,
    `    base_url=${json(origin)},`,
    ")",
    "",
    ...lines,
  ].join("\n");

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
    return inPython(origin, [
      `session = composio.create(user_id=${json(user)}, toolkits=${json(toolkits)})`,
      "tools = session.tools()  # give these to the model",
    ]);
  return inTypeScript(origin, [
    `const session = await composio.create(${json(user)}, { toolkits: ${json(toolkits)} });`,
    "const tools = await session.tools(); // give these to the model",
  ]);
}

/** The request that creates a session with all of its settings. */
export const toCreateRequest = (origin: string, body: unknown): string => inShell(origin, "", body);

/** Continues a session: gets its tools, finds others, executes a tool. */
export function toUseSnippet(language: Language, { origin, id }: { origin: string; id: string }): string {
  const query = "send an email";
  if (language === "curl")
    return [
      "# find tools for a task",
      inShell(origin, `/${id}/search`, { queries: [{ use_case: query }] }),
      "",
      "# execute one, as the session's user",
      inShell(origin, `/${id}/execute`, { tool_slug: "HACKERNEWS_GET_USER", arguments: { username: "pg" } }),
    ].join("\n");
  if (language === "python")
    return inPython(origin, [
      `session = composio.use(${json(id)})`,
      "tools = session.tools()  # give these to the model",
      `found = session.search(query=${json(query)})`,
      `result = session.execute("HACKERNEWS_GET_USER", arguments={"username": "pg"})`,
    ]);
  return inTypeScript(origin, [
    `const session = await composio.use(${json(id)});`,
    "const tools = await session.tools(); // give these to the model",
    `const found = await session.search({ query: ${json(query)} });`,
    `const result = await session.execute("HACKERNEWS_GET_USER", { username: "pg" });`,
  ]);
}

/** In a sandbox of one's own: who and where, the helpers, and a first call. */
export function toSandboxSnippet({ origin, id, key }: { origin: string; id: string; key: string }): string {
  const run = `python3 -c 'from workbench_helpers import *; print(run_composio_tool("HACKERNEWS_GET_USER", {"username": "pg"}))'`;
  return [
    `export BACKEND_URL=${toShellWord(origin)}`,
    `export COMPOSIO_TOOLROUTER_SESSION_ID=${toShellWord(id)}`,
    `export COMPOSIO_WORKBENCH_ACCESS_KEY=${toShellWord(key)}`,
    `curl -fsS "$BACKEND_URL/api/v3/tool_router/session/$COMPOSIO_TOOLROUTER_SESSION_ID/workbench_helpers" \\`,
    `  -H "x-session-access-key: $COMPOSIO_WORKBENCH_ACCESS_KEY" -o workbench_helpers.py`,
    run,
  ].join("\n");
}
