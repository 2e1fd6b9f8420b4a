/** A Postman collection (format 2.0 and 2.1) as OpenAPI 3: each request becomes an operation. */
import type { OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import type { Problems } from "./problem";

const MOST_REQUESTS = 5_000;
const VARIABLE = /\{\{\s*([^{}\s]{1,100})\s*\}\}/g;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const listOf = (value: unknown): Values[] => (Array.isArray(value) ? value.filter(isObject) : []);
const describe = (value: unknown): string => (isObject(value) ? textOf(value.content) : textOf(value));

type Request = { name: string; folder: string; request: Values; pointer: string };

/** The requests in folders of any depth, in their order. */
function requestsOf(collection: Values): Request[] {
  const requests: Request[] = [];
  const stack = [{ items: listOf(collection.item), folder: "", pointer: "/item" }];
  for (let level = stack.pop(); level && requests.length < MOST_REQUESTS; level = stack.pop()) {
    const inner: typeof stack = [];
    level.items.forEach((item, index) => {
      const pointer = `${level.pointer}/${index}`;
      const name = textOf(item.name) || "Request";
      if (Array.isArray(item.item)) inner.push({ items: listOf(item.item), folder: name, pointer: `${pointer}/item` });
      else if (isObject(item.request)) requests.push({ name, folder: level.folder, request: item.request, pointer });
      else if (typeof item.request === "string")
        requests.push({ name, folder: level.folder, request: { url: item.request, method: "GET" }, pointer });
    });
    stack.push(...inner.reverse());
  }
  return requests;
}

/** `https://host/:id?a=b` in its parts; `{{variables}}` become places. */
function splitUrl(url: unknown): { origin: string; path: string; query: Values[]; variables: Values[] } | undefined {
  const raw = (isObject(url) ? textOf(url.raw) : textOf(url)).replace(VARIABLE, "{$1}").slice(0, 5_000);
  const match = /^((?:https?:\/\/)?[^/?#]+)?([^?#]*)(?:\?([^#]*))?/i.exec(raw.trim());
  if (!match || raw === "") return undefined;
  const [, head = "", path = "", search = ""] = match;
  const origin = head === "" || head.startsWith("{") || /^https?:/i.test(head) ? head : `https://${head}`;
  const query = isObject(url)
    ? listOf(url.query)
    : [...new URLSearchParams(search)].map(([key, value]): Values => ({ key, value }));
  const places = path.replace(/\/:([A-Za-z_]\w*)(?=\/|$)/g, "/{$1}");
  return { origin, path: places === "" ? "/" : places, query, variables: isObject(url) ? listOf(url.variable) : [] };
}

/** A schema by an example's text. */
function schemaOf(value: unknown, depth = 0): Values {
  if (typeof value === "number") return { type: Number.isInteger(value) ? "integer" : "number" };
  if (typeof value === "boolean") return { type: "boolean" };
  if (Array.isArray(value)) return { type: "array", items: depth > 6 ? {} : schemaOf(value[0], depth + 1) };
  if (!isObject(value)) return { type: "string" };
  if (depth > 6) return { type: "object" };
  const properties = Object.entries(value)
    .slice(0, 200)
    .map(([name, inner]) => [name, schemaOf(inner, depth + 1)]);
  return { type: "object", properties: Object.fromEntries(properties) as Values };
}

function toBody(body: unknown, readJson: (text: string) => unknown): Values | undefined {
  if (!isObject(body)) return undefined;
  if (body.mode === "raw") {
    const value = readJson(textOf(body.raw).replace(VARIABLE, "$1"));
    return value === undefined
      ? { content: { "text/plain": { schema: { type: "string" } } } }
      : { content: { "application/json": { schema: schemaOf(value) } } };
  }
  const fields = body.mode === "urlencoded" || body.mode === "formdata" ? listOf(body[body.mode]) : [];
  if (fields.length === 0) return undefined;
  const properties = fields.map((field) => [
    textOf(field.key),
    {
      ...(field.type === "file" ? { type: "string", format: "binary" } : { type: "string" }),
      ...(describe(field.description) ? { description: describe(field.description) } : {}),
    },
  ]);
  const type = body.mode === "urlencoded" ? "application/x-www-form-urlencoded" : "multipart/form-data";
  return { content: { [type]: { schema: { type: "object", properties: Object.fromEntries(properties) as Values } } } };
}

const toParameter = (place: "path" | "query" | "header", { key, description, value }: Values): Values => ({
  ...{ name: textOf(key), in: place, schema: { type: "string" } },
  ...(describe(description) ? { description: describe(description) } : {}),
  ...(place === "path" ? { required: true } : {}),
  ...(textOf(value) && place === "query" ? { example: textOf(value) } : {}),
});

type Url = NonNullable<ReturnType<typeof splitUrl>>;

function toOperation({ name, folder, request }: Request, url: Url, read: (text: string) => unknown) {
  const isActive = ({ key, disabled }: Values): boolean => textOf(key) !== "" && disabled !== true;
  const headers = listOf(request.header).filter((header) => isActive(header) && /^x-/i.test(textOf(header.key)));
  const body = toBody(request.body, read);
  const description = describe(request.description);
  return {
    summary: name,
    ...(description ? { description } : {}),
    ...(folder ? { tags: [folder] } : {}),
    parameters: [
      ...url.variables
        .filter(({ key }) => url.path.includes(`{${textOf(key)}}`))
        .map((part) => toParameter("path", part)),
      ...url.query.filter(({ key }) => textOf(key) !== "").map((part) => toParameter("query", part)),
      ...headers.map((part) => toParameter("header", part)),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: {},
    ...(url.origin ? { servers: [{ url: url.origin }] } : {}),
  };
}

const AUTH: Readonly<Record<string, (values: ReadonlyMap<string, string>) => Values>> = {
  basic: () => ({ type: "http", scheme: "basic" }),
  bearer: () => ({ type: "http", scheme: "bearer" }),
  apikey: (values) => ({
    ...{
      type: "apiKey",
      in: values.get("in") === "query" ? "query" : "header",
      name: values.get("key") ?? "X-API-Key",
    },
  }),
  oauth2: (values) => ({
    type: "oauth2",
    flows: {
      authorizationCode: {
        authorizationUrl: values.get("authUrl"),
        tokenUrl: values.get("accessTokenUrl"),
        scopes: {},
      },
    },
  }),
};

function toSecuritySchemes(auth: unknown): Values {
  const kind = isObject(auth) ? textOf(auth.type) : "";
  const make = Object.hasOwn(AUTH, kind) ? AUTH[kind] : undefined;
  if (!make || !isObject(auth)) return {};
  const values = new Map(listOf(auth[kind]).map(({ key, value }) => [textOf(key), textOf(value)]));
  return { [kind]: make(values) };
}

/** The most frequent origin, as the server; its variables get the collection's values. */
function toServer(origins: ReadonlyMap<string, number>, collection: Values): Values[] {
  const [origin] = [...origins].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (!origin) return [];
  const values = new Map(listOf(collection.variable).map(({ key, value }) => [textOf(key), textOf(value)]));
  const url = origin.replace(/^\{([^{}]+)\}$/, (whole, name: string) => values.get(name) || whole);
  const names = [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
  return [{ url, variables: Object.fromEntries(names.map((name) => [name, { default: values.get(name) ?? "" }])) }];
}

/**
 * Two requests with the same method and path get a fragment, as descriptions tell operations of one path apart.
 * @param readJson parses an example's text within bounds; undefined for what is no JSON
 */
export function fromPostman(
  collection: Values,
  problems: Problems,
  readJson: (text: string) => unknown,
): OpenApiDocument {
  const paths = Object.create(null) as Record<string, Values>;
  const origins = new Map<string, number>();
  for (const entry of requestsOf(collection)) {
    const url = splitUrl(entry.request.url);
    const method = (textOf(entry.request.method) || "GET").toLowerCase();
    if (!url || !["get", "put", "post", "delete", "patch"].includes(method)) {
      problems.add(
        entry.pointer,
        `${entry.name.slice(0, 100)} has no address or a method that no tool has.`,
        "Correct the request.",
      );
      continue;
    }
    if (url.origin) origins.set(url.origin, (origins.get(url.origin) ?? 0) + 1);
    let path = url.path;
    for (let n = 2; paths[path]?.[method] !== undefined; n++) path = `${url.path}#${n}`;
    paths[path] = { ...paths[path], [method]: toOperation(entry, url, readJson) };
  }
  const servers = toServer(origins, collection);
  const main = [...origins].sort(([, a], [, b]) => b - a)[0]?.[0];
  for (const item of Object.values(paths))
    for (const operation of Object.values(item))
      if (isObject(operation) && (listOf(operation.servers)[0]?.url === main || operation.servers === undefined))
        delete operation.servers;
  const info = isObject(collection.info) ? collection.info : {};
  return {
    ...{
      openapi: "3.0.3",
      info: { title: textOf(info.name), description: describe(info.description) } as OpenApiDocument["info"],
    },
    ...{ servers, paths, components: { securitySchemes: toSecuritySchemes(collection.auth) } },
  } as OpenApiDocument;
}
