/** The parts of a proxied request that policies look at: those of the very request that is sent. Pure. */
import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { ANSWER_BOUNDS, readJson } from "@/lib/kernel/json/read-json";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { Opaque, percentDecoded } from "@/lib/policies/opaque";
import type { RequestParts } from "@/lib/policies/to-test";
import { checkedHeader } from "./access/custom-params";
import type { HttpRequest } from "./request/http-tool";

type Pair = readonly [name: string, value: string];

/** The names under which rules find a field: `a[b][]` also as `a` and as `b`. */
function namesOf(name: string): string[] {
  const parts = name.split(/[[\]]+/).filter((part) => part !== "" && !/^\d+$/.test(part));
  return [...new Set([name, parts[0] ?? name, parts.at(-1) ?? name])];
}

/** Fields by name; a name that occurs several times has a list. */
function toFields(pairs: readonly Pair[]): Record<string, unknown> {
  if (pairs.length === 0) return {};
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairs)
    for (const key of namesOf(name)) {
      const values = fields.get(key);
      if (values) values.push(value);
      else fields.set(key, [value]);
    }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : String(value));

/** The fields, with the values that a policy changed under one of their names; null if it changed a name. */
function withFields(pairs: readonly Pair[], changed: unknown): string | null {
  const counts = new Map<string, number>();
  const fields = isObject(changed) ? changed : {};
  const names = new Set(pairs.flatMap(([name]) => namesOf(name)));
  if (!pairs.every(([name]) => Object.hasOwn(fields, name)) || !Object.keys(fields).every((name) => names.has(name)))
    return null;
  const next = pairs.map(([name, value]) => {
    const candidates = namesOf(name).map((key) => {
      const nth = counts.get(key) ?? 0;
      counts.set(key, nth + 1);
      const field = fields[key];
      return textOf(Array.isArray(field) ? field[nth] : field);
    });
    return [name, candidates.find((candidate) => candidate !== value) ?? value];
  });
  return new URLSearchParams(next).toString();
}

/** Nothing in it is encoded, empty, or begins with a dot. */
const RESOLVED = /^(?:\/[\w~:@-][\w.~:@-]*)+$/;

/** The path as a server resolves it. */
function resolvedPath(pathname: string): string {
  if (RESOLVED.test(pathname)) return pathname;
  const segments: string[] = [];
  for (const segment of percentDecoded(pathname).replaceAll("\\", "/").split("/"))
    if (segment === "..") segments.pop();
    else if (segment !== "." && segment !== "") segments.push(segment);
  const isFolder = segments.length > 0 && /[/\\]$/.test(pathname);
  return `/${segments.join("/")}${isFolder ? "/" : ""}`;
}

const OVERRIDES = ["x-http-method-override", "x-http-method", "x-method-override"];

/** The methods that frameworks such as Rails and Laravel read from the field `_method` of a body. */
function methodsInBody({ kind, text = "", value }: Content): string[] {
  if (kind === "text")
    return [...text.matchAll(/name="?_method"?\r?\n\r?\n([A-Za-z]{1,20})/gi)].map(([, method = ""]) => method);
  if (!isObject(value)) return [];
  const fields = Object.keys(value).filter((name) => name.toLowerCase() === "_method");
  return fields.flatMap((name) => [value[name]].flat()).filter((method) => typeof method === "string");
}

const METHOD_FIELD = /^(_|\$|x-http-)?method(-override)?$/i;

function methodsOf({ method, headers }: HttpRequest, query: readonly Pair[], content: Content): string | string[] {
  const others: string[] = [];
  for (const name of OVERRIDES) if (headers[name] !== undefined) others.push(headers[name]);
  for (const [name, value] of query) if (METHOD_FIELD.test(name)) others.push(value);
  if (content.kind !== "none") others.push(...methodsInBody(content));
  return others.length === 0 ? method : [method, ...others];
}

/**
 * The names in the text of a JSON value, counted with those that repeat. Read by hand: a regular expression has no room
 * for texts of many megabytes.
 */
function countNames(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start >= 0; ) {
    let end = start + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    let next = end + 1;
    while (/\s/.test(text[next] ?? "")) next++;
    if (text[next] === ":") count++;
    start = text.indexOf('"', next);
  }
  return count;
}

function countKeys(value: unknown): number {
  let count = 0;
  const waiting = [value];
  for (let item = waiting.pop(); waiting.length > 0 || item !== undefined; item = waiting.pop()) {
    if (Array.isArray(item)) for (const member of item) waiting.push(member);
    else if (isObject(item)) for (const key of Object.keys(item)) waiting.push((count++, item[key]));
  }
  return count;
}

/** JSON in a text. Where servers could read it differently, no condition can look into it. */
function readJsonText(text: string): unknown {
  const read = readJson(text, ANSWER_BOUNDS);
  if (read.kind === "value") return countNames(text) === countKeys(read.value) ? read.value : new Opaque();
  return read.kind === "excess" || text.includes("\\") ? new Opaque() : new Opaque(text);
}

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

type Content = { text?: string; kind: "none" | "json" | "form" | "text" | "bytes"; value: unknown };

/** @param isElsewhere the content is downloaded while the request is sent */
function readContent({ body, headers }: HttpRequest, isElsewhere: boolean): Content {
  if (body === undefined || body === "") return { kind: "none", value: undefined };
  const isCoded = headers["content-encoding"] !== undefined || isElsewhere;
  const text = typeof body === "string" ? body : body instanceof Uint8Array ? utf8Of(body) : undefined;
  if (isCoded || text === undefined) return { kind: "bytes", value: new Opaque() };
  const type = headers["content-type"] ?? "";
  if (/^[\s\uFEFF]*[[{]/.test(text)) return { kind: "json", text, value: readJsonText(text.replace(/^\uFEFF/, "")) };
  if (/x-www-form-urlencoded/i.test(type))
    return { kind: "form", text, value: toFields([...new URLSearchParams(text)]) };
  return { kind: "text", text, value: new Opaque(text) };
}

type UrlParts = Pick<RequestParts, "endpoint" | "host" | "path" | "query"> & { pairs: readonly Pair[] };

/** Programs call the same addresses again and again. Nobody changes the parts: a change makes copies. */
const urlParts = new LRUCache<string, UrlParts>({ max: 1_000 });
const MAX_CACHED_URL = 500;

function readUrl(address: string): UrlParts {
  const cached = urlParts.get(address);
  if (cached) return cached;
  const url = new URL(address);
  const path = resolvedPath(url.pathname);
  const pairs = [...url.searchParams];
  const host = url.host.toLowerCase().replace(/\.(?=:|$)/, "");
  const parts = { endpoint: `${path}${percentDecoded(url.search)}`, host, path, query: toFields(pairs), pairs };
  if (address.length <= MAX_CACHED_URL) urlParts.set(address, parts);
  return parts;
}

/** The request with its parts, and a way to change them. */
export class RequestView {
  readonly parts: RequestParts;
  private readonly content: Content;

  constructor(
    private readonly request: HttpRequest,
    isElsewhere: boolean,
  ) {
    const { pairs, ...parts } = readUrl(request.url);
    this.content = readContent(request, isElsewhere);
    this.parts = {
      method: methodsOf(request, pairs, this.content),
      ...parts,
      headers: request.headers,
      body: this.content.value,
    };
  }

  /** The request with parts that a policy changed; null if the change cannot be made. */
  withParts(changed: Values): HttpRequest | null {
    const { parts, request } = this;
    if (["method", "host", "path"].some((name) => !isDeepStrictEqual(changed[name], parts[name as keyof RequestParts])))
      return null;
    const url = this.changedUrl(changed);
    if (url === null) return null;
    const body = changed.body === parts.body ? request.body : this.changedBody(changed.body);
    if (body === null) return null;
    const headers = isObject(changed.headers) ? changed.headers : parts.headers;
    const texts = Object.entries(headers).map(([name, value]) => [
      name,
      value === parts.headers[name] ? parts.headers[name] : this.headerText(name, value),
    ]);
    return {
      ...request,
      url,
      headers: Object.fromEntries(texts) as Record<string, string>,
      ...(body !== undefined && { body }),
    };
  }

  private headerText(name: string, value: unknown): string {
    checkedHeader(name, textOf(value), "parameters");
    return textOf(value);
  }

  private changedUrl({ query, endpoint }: Values): string | null {
    if (query === this.parts.query) return endpoint === this.parts.endpoint ? this.request.url : null;
    // Its path and its query are parts of their own.
    const url = new URL(this.request.url);
    const search = withFields([...url.searchParams], query);
    if (search === null) return null;
    url.search = search;
    return url.href;
  }

  private changedBody(value: unknown): string | null {
    const { kind, text = "" } = this.content;
    if (value instanceof Opaque) return value.text ?? null;
    if (kind === "form") return withFields([...new URLSearchParams(text)], value);
    return kind === "json" ? JSON.stringify(value) : null;
  }
}
