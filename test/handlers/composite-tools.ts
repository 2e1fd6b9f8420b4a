/** Every composite tool of the toolkits with arguments made from its schema, for tests that attack all of them. */
import { readFileSync } from "node:fs";
import { toolkitHandlers } from "@/generated/handlers";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import type { ToolHandler } from "@/lib/catalog/tool-handler";
import { parseYamlFile } from "@/lib/catalog/compile/sources/parse-yaml-file";
import { ToolkitFile } from "@/lib/catalog/compile/sources/toolkit-file";

export type Schema = {
  type?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
};
export type Path = (string | number)[];

/** The text in every argument that no test replaces. */
export const MARK = "harmless0value";
/** Arguments whose handlers look at their form before they send anything. */
const WELL_FORMED: Record<string, unknown> = {
  recipient_email: "ada@example.com",
  to: ["ada@example.com"],
  extra_recipients: ["ada@example.com"],
  cc: ["ada@example.com"],
  bcc: ["ada@example.com"],
  range: "A1:B2",
  data_range: "A1:B2",
  start_datetime: "2026-01-31T13:00:00",
  end_row_index: undefined,
};
/** A possible answer of a provider, with enough data for handlers to send their next request. */
export const ANSWER = {
  id: "answered",
  name: "answered",
  resourceName: "customers/1/things/answered",
  documentId: "answered",
  presentationId: "answered",
  spreadsheetId: "answered",
  threadId: "answered",
  mimeType: "text/plain",
  messages: [{ id: "answered", threadId: "answered", payload: { headers: [] } }],
  sheets: [{ properties: { title: "answered", sheetId: 1 } }],
  transitions: [{ id: "1", name: MARK }],
  results: [{ campaign: { resourceName: "customers/1/things/answered" }, id: "answered" }],
  properties: { title: { id: "title", type: "title", title: [] } },
  title: [{ plain_text: "answered" }],
  items: [{ id: "answered", snippet: {} }],
  slides: [{ objectId: "answered" }],
  data: {},
};

export const exampleOf = (schema: Schema, depth = 0): unknown => {
  if (schema.properties && depth < 4)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [
        name,
        Object.hasOwn(WELL_FORMED, name) ? WELL_FORMED[name] : exampleOf(inner, depth + 1),
      ]),
    );
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? (schema.type as unknown[])[0] : schema.type;
  if (type === "array") return [exampleOf(schema.items ?? { type: "string" }, depth + 1)];
  if (type === "object") return { name: MARK };
  if (type === "integer" || type === "number") return 1;
  return type === "boolean" ? true : MARK;
};

/** Where texts stand in a value. */
export const textsIn = (value: unknown, path: Path = []): Path[] =>
  typeof value === "string"
    ? [path]
    : value !== null && typeof value === "object"
      ? Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...path, name]))
      : [];

/** A copy with another text at that place. */
export function withText(value: unknown, [first, ...rest]: Path, text: string): unknown {
  if (first === undefined) return text;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[first] = withText(copy[first], rest, text);
  return copy;
}

export type Composite = { name: string; toolkit: CatalogToolkit; handler: ToolHandler; inputs: Schema[] };

/** Every handler that a toolkit exports, with the inputs of the tools that name it. */
export const COMPOSITES: readonly Composite[] = Object.entries(toolkitHandlers).flatMap(([slug, handlers]) => {
  const file = `toolkits/${slug}/toolkit.yaml`;
  const { composites, hosts, baseUrl = "" } = parseYamlFile(ToolkitFile, file, readFileSync(file, "utf8"));
  const ownHosts = URL.canParse(baseUrl) ? [new URL(baseUrl).host] : [];
  const toolkit = { slug, meta: { hosts: [...ownHosts, ...hosts], headers: {} } } as unknown as CatalogToolkit;
  return Object.entries(handlers).map(([name, handler]) => ({
    name: `${slug} ${name}`,
    toolkit,
    handler,
    inputs: Object.values(composites).flatMap((tool) => (tool.handler === name ? [tool.input as Schema] : [])),
  }));
});

/**
 * For each attacked argument: all arguments, and only the required arguments with the attacked one added. Handlers take
 * different paths for the two.
 */
export function argumentSets(schema: Schema): { at: Path; args: Record<string, unknown> }[] {
  const full = exampleOf(schema) as Record<string, unknown>;
  const least = Object.fromEntries(Object.entries(full).filter(([name]) => schema.required?.includes(name)));
  return textsIn(full).flatMap((path) => {
    const key = String(path[0]);
    const few = { ...least, [key]: full[key] };
    return [full, ...(Object.keys(few).length < Object.keys(full).length ? [few] : [])].map((args) => ({
      at: path,
      args,
    }));
  });
}
