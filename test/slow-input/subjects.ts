/** Tools, accounts, requests and answers that the hostile inputs are put into. */
import type { CheckedTool } from "@/lib/execution/request/arguments";
import type { Access } from "@/lib/execution/access/access";
import type { Page } from "@/lib/execution/paging/page-parameters";
import type { ToolRequest } from "@/lib/catalog/tool-request";
import { buildIndex } from "@/lib/search/build-index";
import { openIndex } from "@/lib/search/open-index";
import { toMatcher } from "@/lib/kernel/text/safe-pattern";
import { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";

export const SCHEMA = {
  type: "object",
  properties: {
    text: { type: "string", maxLength: 5_000_000 },
    number: { type: "number" },
    integer: { type: "integer" },
    flag: { type: "boolean" },
    choice: { type: "string", enum: Array.from({ length: 120 }, (_, choiceIndex) => `CHOICE_${choiceIndex}`) },
    name: { type: "string", pattern: "^[a-z]+[0-9]*[a-z]*$" },
    loose: { type: "string", pattern: "a+b*c+d" },
    label: { type: "string", pattern: "(\\w+\\s?)+$" },
    mail: { type: "string", format: "email" },
    address: { type: "string", format: "uri" },
    when: { type: "string", format: "date-time" },
    host: { type: "string", format: "ipv6" },
    list: { type: "array", items: { type: "integer" } },
    set: { type: "array", uniqueItems: true, items: {} },
    texts: { type: "array", items: { type: "string", pattern: "^a+b+$" } },
    choices: {
      type: "array",
      items: { type: "string", enum: Array.from({ length: 120 }, (_, choiceIndex) => `C${choiceIndex}`) },
    },
    object: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
    either: {
      anyOf: [{ type: "object", properties: {} }, { type: "array", items: { type: "number" } }, { type: "integer" }],
    },
  },
} as const;
export const PROPERTIES = Object.keys(SCHEMA.properties);

export const tool: CheckedTool = { slug: "TOOL", inputSchema: SCHEMA, run: { handler: "x" } };
export const sentTool: CheckedTool = {
  slug: "TOOL",
  inputSchema: { type: "object", properties: { any: {} }, additionalProperties: true },
  run: { request: { method: "GET", baseUrl: "https://x.example", path: "/", parameters: [] } },
};

export const access: Access = {
  projectId: "p",
  values: { api_key: "the-key-of-the-account", subdomain: "acme" },
  parameters: [],
  secrets: ["the-key-of-the-account", "secret_secret_"],
};
export const toolkit = {
  slug: "t",
  name: "T",
  baseUrl: "https://{subdomain}.x.example/api",
  meta: { hosts: ["x.example", "{subdomain}.y.example"], headers: {} },
} as unknown as CatalogToolkit;

export const scheme = ToolkitAuthScheme.parse({
  mode: "API_KEY",
  name: "Key",
  fields: {
    connectedAccountInitiation: [
      { name: "api_key", displayName: "Key", description: "Key", isSecret: true },
      { name: "site", displayName: "Site", description: "Site", type: "url" },
      { name: "port", displayName: "Port", description: "Port", type: "number" },
    ],
  },
  apply: [
    { in: "header", name: "authorization", value: "Bearer {api_key}" },
    { in: "query", name: "key", value: "{api_key}" },
    { in: "cookie", name: "c", value: "{api_key}" },
  ],
});

export const request = (parameter: object, more: Partial<ToolRequest> = {}): ToolRequest => ({
  method: "POST",
  baseUrl: "https://x.example/v1",
  path: "/a/{p}/b",
  parameters: [{ key: "p", name: "p", in: "query", ...parameter }] as ToolRequest["parameters"],
  ...more,
});
export const PLACES: Record<string, ToolRequest> = {
  path: request({ in: "path" }),
  "path with slashes": request({ in: "path", allowReserved: true }),
  query: request({}),
  "query as deepObject": request({ style: "deepObject", explode: true }),
  header: request({ in: "header" }),
  "JSON body": request({ key: "q" }, { body: { mode: "json", contentType: "application/json", key: "p" } }),
  "form body": request(
    { key: "q" },
    { body: { mode: "form", contentType: "application/x-www-form-urlencoded", key: "p" } },
  ),
  "flat form": request(
    { key: "q" },
    { body: { mode: "flat", contentType: "application/x-www-form-urlencoded", fields: [{ key: "p", name: "p" }] } },
  ),
  "multipart form": request(
    { key: "q" },
    { body: { mode: "flat", contentType: "multipart/form-data", fields: [{ key: "p", name: "p" }] } },
  ),
  "text body": request({ key: "q" }, { body: { mode: "text", contentType: "text/plain", key: "p" } }),
};

export const answerOf = (text: string, type: string, status = 200) => ({
  status,
  url: "https://x.example/file",
  headers: { "content-type": type },
  body: Buffer.from(text),
});

export const paged = {
  inputSchema: { properties: { page_token: { type: "string" }, offset: { type: "integer" } } },
  run: {
    request: request(
      {},
      {
        method: "GET",
        path: "/",
        parameters: ["page_token", "offset"].map((name) => ({ key: name, name, in: "query" as const })),
      },
    ),
  },
};
export const pageOf = (data: Record<string, unknown>, link = ""): Page => ({
  data,
  headers: link ? { link } : {},
  url: "https://x.example/?a=1",
  byUrl: false,
  list: undefined,
  before: undefined,
  isCounted: true,
});

export const index = openIndex(
  buildIndex(
    Array.from({ length: 2000 }, (_, toolIndex) => ({
      slug: `TOOLKIT${toolIndex % 90}_DO_THING_${toolIndex}`,
      toolkit: `toolkit${toolIndex % 90}`,
      name: `Do thing ${toolIndex}`,
      description: "Does it",
      intents: [`have thing ${toolIndex} done`],
      parameters: [{ name: "thing_id", description: "The thing", required: true }],
      tags: [],
      important: false,
      deprecated: false,
    })),
    Array.from({ length: 90 }, (_, toolkitIndex) => ({
      slug: `toolkit${toolkitIndex}`,
      name: `Toolkit ${toolkitIndex}`,
      description: "",
      categories: [],
      nicknames: [],
      popularity: 0,
    })),
  ),
);
export const SLUGS = index.index.slugs;
export const HOSTILE_PATTERNS = [
  "(a+)+$",
  "a*a*a*a*a*a*b",
  "^(\\w+\\s?)*$",
  "[a-z]+@[a-z]+",
  "(a|a)*$",
  "\\d+\\.?\\d*x$",
  "^.*a.*b.*c$",
];
export const matchers = HOSTILE_PATTERNS.map((pattern) => toMatcher(pattern, "u"));

export const requestWith = (text: string) => ({
  method: "POST",
  url: "http://x.example/",
  headers: { get: () => String(text.length) },
  signal: new AbortController().signal,
  body: null,
  text: () => Promise.resolve(text),
});

export const CLOSED = {
  type: "object",
  properties: { a: {} },
  additionalProperties: false,
  required: Array.from({ length: 100 }, (_, nameIndex) => `r${nameIndex}`),
};
