/** Every composite tool, attacked through every text argument: no request of it may leave the path that it is for. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toolkitHandlers } from "@/generated/handlers";
import type { CatalogueToolkit } from "@/lib/catalog/catalogue";
import type { HandlerTools, ToolHandler } from "@/lib/catalog/handler";
import { parseYamlFile, ToolkitFile } from "@/lib/catalog/toolkit-file";
import { ApiError } from "@/lib/kernel/errors";
import { fromHandler } from "./run-handler";

type Schema = {
  type?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
};
type Path = (string | number)[];

const UP = [".", "..", "../x", "x/..", "a/../../b", "/../x", "/a/../../b", "..\\x", "..;", "..;/x", ".. /x"];
const PAYLOADS = [
  ...UP,
  ...UP.map((text) => encodeURIComponent(text)),
  ...["%2e%2e", "%2E.", ".%2e/x", "..%2f..%2fx", "..%5cx", "%252e%252e%252fx", "%25252e%25252e"],
  ...["\t..", ".\t.", ".\n./x", "..\0", "x/.\r."],
];
const MARK = "harmless0value";
/** Arguments whose handlers look at their form before they send anything. */
const WELL_FORMED: Record<string, unknown> = {
  recipient_email: "ada@example.com",
  to: ["ada@example.com"],
  extra_recipients: ["ada@example.com"],
  cc: ["ada@example.com"],
  bcc: ["ada@example.com"],
  range: "A1:B2",
  data_range: "A1:B2",
  end_row_index: undefined,
};
/** They ask nobody, or not with a text that is no number. */
const SILENT = ["google_maps embed", "googleads campaignById"];

/** What a provider might answer: enough of everything that handlers go on to their next request. */
const ANSWER = {
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

const exampleOf = (schema: Schema, depth = 0): unknown => {
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
const textsIn = (value: unknown, path: Path = []): Path[] =>
  typeof value === "string"
    ? [path]
    : value !== null && typeof value === "object"
      ? Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...path, name]))
      : [];

function withText(value: unknown, [first, ...rest]: Path, text: string): unknown {
  if (first === undefined) return text;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[first] = withText(copy[first], rest, text);
  return copy;
}

type Outcome = { urls: URL[]; refused?: ApiError };

/** The addresses that a handler asks for, made as the executor makes them. */
async function addressesOf(toolkit: CatalogueToolkit, handler: ToolHandler, args: Record<string, unknown>) {
  const outcome: Outcome = { urls: [] };
  const access = { projectId: "p", values: {}, parameters: [], secrets: [], baseUrl: "https://base.example/root/v1" };
  const tools: HandlerTools = {
    call: (request) => {
      const { url } = fromHandler(request, args, { toolkit, access });
      outcome.urls.push(new URL(url));
      if (outcome.urls.length > 40) throw new Error("enough");
      return Promise.resolve({ status: 200, headers: {}, data: ANSWER });
    },
    readFile: (file) => {
      const { name } = (file ?? {}) as { name?: string };
      return Promise.resolve({ name: name ?? MARK, mimetype: "text/plain", bytes: Buffer.from("abc") });
    },
    fail: (message) => {
      throw new Error(message);
    },
  };
  try {
    await handler(args as Record<string, never>, tools);
  } catch (error) {
    if (error instanceof ApiError) outcome.refused = error;
  }
  return outcome;
}

/** Whether an address is that of the harmless call, apart from the place where the harmless value stood. */
function staysIn(harmless: URL, attacked: URL): boolean {
  if (attacked.origin !== harmless.origin) return false;
  const places = harmless.pathname.split("/");
  const parts = attacked.pathname.split("/");
  const before = places.findIndex((part) => part.includes(MARK));
  if (before < 0) return attacked.pathname === harmless.pathname;
  return parts.slice(0, before).join("/") === places.slice(0, before).join("/") && parts.length >= places.length;
}

const CASES = Object.entries(toolkitHandlers).flatMap(([slug, handlers]) => {
  const file = `toolkits/${slug}/toolkit.yaml`;
  const { composites, hosts, baseUrl = "" } = parseYamlFile(ToolkitFile, file, readFileSync(file, "utf8"));
  const own = URL.canParse(baseUrl) ? [new URL(baseUrl).host] : [];
  const toolkit = { slug, meta: { hosts: [...own, ...hosts], headers: {} } } as unknown as CatalogueToolkit;
  return Object.entries(handlers).map(([name, handler]) => ({
    name: `${slug} ${name}`,
    toolkit,
    handler,
    inputs: Object.values(composites).flatMap((tool) => (tool.handler === name ? [tool.input as Schema] : [])),
  }));
});

/** All arguments, and the required ones with the attacked one: handlers take other ways then. */
function argumentSets(schema: Schema): { at: Path; args: Record<string, unknown> }[] {
  const full = exampleOf(schema) as Record<string, unknown>;
  const least = Object.fromEntries(Object.entries(full).filter(([name]) => schema.required?.includes(name)));
  return textsIn(full).flatMap((at) => {
    const key = String(at[0]);
    const few = { ...least, [key]: full[key] };
    return [full, ...(Object.keys(few).length < Object.keys(full).length ? [few] : [])].map((args) => ({ at, args }));
  });
}

/** What is wrong with the requests of an attacked call; `calm` are those of a harmless one. */
function faultsOf(key: string, seen: Outcome, calm: Outcome): string[] {
  const said = seen.refused?.status === 422 && seen.refused.message.includes(`${key}: `);
  return [
    ...(seen.refused && !said ? [`refused as: ${seen.refused.message}`] : []),
    ...seen.urls.flatMap((url, index) => {
      const twin = calm.urls[index];
      if (twin && !staysIn(twin, url)) return [`${url.href} instead of ${twin.href}`];
      const read = decodeURIComponent(decodeURIComponent(url.pathname));
      return /(^|[/\\])\.\.?([/\\;]|$)/.test(read) ? [`${url.href} holds dot segments`] : [];
    }),
  ];
}

describe("422: dot segments in an argument of a composite tool", () => {
  it("covers every handler that a toolkit exports", () => {
    expect(CASES.filter(({ inputs }) => inputs.length === 0).map(({ name }) => name)).toEqual([]);
    expect(CASES.length).toBeGreaterThan(150);
  });

  it.each(CASES)("$name", async ({ name, toolkit, handler, inputs }) => {
    const faults: string[] = [];
    let requests = 0;
    for (const { at, args } of inputs.flatMap(argumentSets)) {
      const send = (text: string) => addressesOf(toolkit, handler, withText(args, at, text) as Record<string, unknown>);
      const [calm, calmPath] = [await send(MARK), await send(`/${MARK}`)];
      requests += calm.urls.length;
      for (const text of PAYLOADS) {
        const found = faultsOf(String(at[0]), await send(text), text.startsWith("/") ? calmPath : calm);
        faults.push(...found.map((fault) => `${at.join(".")} = ${JSON.stringify(text)}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
    const hasTexts = inputs.every((schema) => textsIn(exampleOf(schema)).length > 0);
    if (hasTexts && !SILENT.includes(name)) expect(requests).toBeGreaterThan(0);
  });
});
