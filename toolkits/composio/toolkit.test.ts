import { expect, it } from "vitest";
import { searchDocuments } from "@/lib/catalog/search-documents";
import type { ToolSchema } from "@/lib/catalog/tool-schema";
import { metaToolkit } from "@/test/builders/meta-toolkit";

const toolkit = metaToolkit();
const tools = new Map(toolkit.tools.map((tool) => [tool.slug, tool]));

/** `name*: type` of each argument, in order: what clients see of a schema. */
const signature = ({ properties = {}, required = [] }: ToolSchema): string =>
  Object.entries(properties)
    .map(([name, { type, items }]) => {
      const inner = items ? `[${items.type ? String(items.type) : "any"}]` : "";
      return `${name}${required.includes(name) ? "*" : ""}: ${String(type)}${inner}`;
    })
    .join(", ");

const INPUTS = {
  COMPOSIO_SEARCH_TOOLS: "queries*: array[object], session: object, model: string, session_id: string",
  COMPOSIO_GET_TOOL_SCHEMAS: "tool_slugs*: array[string], include: array[string], session_id: string",
  COMPOSIO_MANAGE_CONNECTIONS: "toolkits*: array[any], reinitiate_all: boolean, session_id: string",
  COMPOSIO_WAIT_FOR_CONNECTIONS: "toolkits*: array[string], mode: string, timeout: number, session_id: string",
  COMPOSIO_MULTI_EXECUTE_TOOL:
    "tools*: array[object], sync_response_to_workbench*: boolean, thought: string, current_step: " +
    "string, current_step_metric: string, session_id: string",
  COMPOSIO_REMOTE_WORKBENCH:
    "code_to_execute*: string, thought: string, current_step: string, current_step_metric: string, timeout: integer, session_id: string",
  COMPOSIO_REMOTE_BASH_TOOL: "command*: string, timeout: integer, session_id: string",
  COMPOSIO_UPSERT_RECIPE:
    "recipe_slug: string, name*: string, description: string, use_case: string, asked_as: " +
    "array[string], steps: array[object], pitfalls: array[object], recipe_code: string, recipe_id: " +
    "string, updated_at: string, session_id: string",
  COMPOSIO_GET_RECIPE: "recipe_slug: string, recipe_id: string, name: string, session_id: string",
  COMPOSIO_PROXY_EXECUTE:
    "toolkit_slug*: string, endpoint*: string, method*: string, body: undefined, parameters: " +
    "array[object], account: string, session_id: string",
  COMPOSIO_MANAGE_SKILL:
    "action*: string, skill_id: string, skill_slug: string, name: string, instructions: string, use_case: string, " +
    "asked_as: array[string], steps: array[object], pitfalls: array[object], session_id: string",
  COMPOSIO_SEARCH_SKILLS: "query: string, limit: integer, session_id: string",
  COMPOSIO_USE_SKILL: "skill_id*: string, session_id: string",
  COMPOSIO_SUBMIT_FEEDBACK:
    "tool_slug*: string, outcome: string, feedback*: string, expected_tool_slug: string, session_id: string",
};

it("takes the documented arguments of each meta tool", () => {
  expect(Object.fromEntries([...tools.values()].map((tool) => [tool.slug, signature(tool.inputSchema)]))).toEqual(
    INPUTS,
  );
});

it.each([
  ["COMPOSIO_SEARCH_TOOLS", "queries", "use_case*: string, known_fields: string"],
  [
    "COMPOSIO_MULTI_EXECUTE_TOOL",
    "tools",
    "tool_slug*: string, arguments*: object, account: string, response: object, cache: object",
  ],
  ["COMPOSIO_PROXY_EXECUTE", "parameters", "name*: string, value*: string, type*: string"],
])("takes the documented entries of %s.%s", (slug, argument, entries) => {
  expect(signature(tools.get(slug)?.inputSchema.properties[argument]?.items ?? {})).toBe(entries);
});

it.each([
  ["COMPOSIO_SEARCH_TOOLS", ["readOnlyHint", "openWorldHint"]],
  ["COMPOSIO_GET_TOOL_SCHEMAS", ["readOnlyHint"]],
  ["COMPOSIO_MANAGE_CONNECTIONS", ["destructiveHint", "openWorldHint"]],
  ["COMPOSIO_WAIT_FOR_CONNECTIONS", ["readOnlyHint", "idempotentHint"]],
  ["COMPOSIO_MULTI_EXECUTE_TOOL", ["destructiveHint", "openWorldHint"]],
  ["COMPOSIO_REMOTE_WORKBENCH", ["destructiveHint", "openWorldHint"]],
  ["COMPOSIO_REMOTE_BASH_TOOL", ["destructiveHint", "openWorldHint"]],
])("gives %s the documented hints and no others", (slug, hints) => {
  expect(tools.get(slug)?.tags.filter((tag) => tag !== "important")).toEqual(hints);
});

it("runs each of them by the server itself, and names itself in `run`", () => {
  for (const { slug, run } of tools.values()) expect(run).toEqual({ builtin: slug });
  expect(toolkit.noAuth).toBe(true);
});

it("stays out of the search for tools of apps", () => {
  expect(searchDocuments(toolkit).tools).toEqual([]);
});

it("tells a model the limits that calls are held to", () => {
  const limits = (slug: string, argument: string) => {
    const { minItems, maxItems } = tools.get(slug)?.inputSchema.properties[argument] ?? {};
    return [minItems, maxItems];
  };
  expect(limits("COMPOSIO_MULTI_EXECUTE_TOOL", "tools")).toEqual([1, 50]);
  expect(limits("COMPOSIO_SEARCH_TOOLS", "queries")).toEqual([1, 100]);
  expect(tools.get("COMPOSIO_REMOTE_WORKBENCH")?.inputSchema.properties.timeout).toMatchObject({
    minimum: 1,
    maximum: 780,
  });
});
