/** Checks one received request against the operation that the description publishes. */
import {
  dereference,
  type OpenApiDocument,
  type SourceMedia,
  type SourceOperation,
  type SourceParameter,
  type SourcePath,
} from "@/lib/catalog/compile/sources/openapi-document";
import {
  memberNames,
  memberSchema,
  readField,
  readMultipart,
  readPairs,
  readSimple,
  type FormPart,
  type Pair,
} from "./read-request";
import type { SourceCheck } from "./source-check";

export type Received = { method: string; path: string; query: string; headers: Record<string, string>; body: Buffer };
export type Operation = {
  key: string;
  path: string;
  item: SourcePath;
  operation: SourceOperation;
  pattern: RegExp;
  names: string[];
};
/** `given` are parameters that no caller fills in, as "query:token": credentials and values fixed by the toolkit. */
export type Source = { document: OpenApiDocument; check: SourceCheck; given: ReadonlySet<string> };

/** Headers that a client and HTTP itself send. */
const OWN_HEADERS = new Set([
  "accept",
  "host",
  "connection",
  "content-type",
  "content-length",
  "user-agent",
  "accept-encoding",
  "x-expected-operation",
  "transfer-encoding",
]);

/**
 * A description of a header parameter with one of these names is ignored:
 * https://spec.openapis.org/oas/v3.0.3#fixed-fields-9
 */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

function parametersOf({ document }: Source, { item, operation }: Operation): SourceParameter[] {
  const byPlace = new Map<string, SourceParameter>();
  for (const rawParameter of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const parameter = dereference(document, rawParameter);
    if (parameter?.name && !(parameter.in === "header" && IGNORED_HEADERS.has(parameter.name.toLowerCase())))
      byPlace.set(`${parameter.in}:${parameter.name}`, parameter);
  }
  return [...byPlace.values()];
}

const nameOf = ({ in: place, name = "" }: SourceParameter): string =>
  `${place}:${place === "header" ? name.toLowerCase() : name}`;

const schemaOf = (parameter: SourceParameter) =>
  parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema ?? {};

/** The problems of a request, each with its place; empty if the description accepts it. */
export function requestProblems(source: Source, operation: Operation, request: Received): string[] {
  const { document, check } = source;
  const problems: string[] = [];
  const parameters = parametersOf(source, operation);
  const pairs = readPairs(request.query);
  const left = new Set(pairs.map(({ name }) => name));
  const raw = operation.pattern.exec(request.path)?.slice(1) ?? [];
  // A few paths contain their query, with its own placeholders ("/search?q={q}").
  const inQuery = new Map(
    readPairs(operation.path.split("?")[1] ?? "").map(({ name, value }) => [
      value,
      pairs.find((pair) => pair.name === name)?.value,
    ]),
  );
  for (const parameter of parameters) {
    const place = `${parameter.in} ${parameter.name}`;
    const value = parameterValue(document, parameter, {
      request,
      pairs,
      left,
      raw: raw[operation.names.indexOf(parameter.name ?? "")] ?? inQuery.get(`{${parameter.name}}`),
    });
    if (value !== undefined)
      problems.push(
        ...check
          .problems(`${operation.key} ${place}`, schemaOf(parameter), value, !parameter.content)
          .map((words) => `${place}: ${words}`),
      );
    else if (parameter.required && parameter.in !== "cookie" && !source.given.has(nameOf(parameter)))
      problems.push(`${place}: is required`);
  }
  const fixed = new Set(readPairs(operation.path.split("?")[1] ?? "").map(({ name }) => name));
  for (const name of left)
    if (!fixed.has(name) && !source.given.has(`query:${name}`))
      problems.push(`query ${name}: is not a parameter of this operation`);
  const headers = new Set(
    parameters
      .filter((parameter) => parameter.in === "header")
      .map((parameter) => (parameter.name ?? "").toLowerCase()),
  );
  for (const name of Object.keys(request.headers))
    if (!OWN_HEADERS.has(name) && !headers.has(name) && !source.given.has(`header:${name}`))
      problems.push(`header ${name}: is not a parameter of this operation`);
  return [...problems, ...bodyProblems(source, operation, request)];
}

function parameterValue(
  document: OpenApiDocument,
  parameter: SourceParameter,
  { request, pairs, left, raw }: { request: Received; pairs: Pair[]; left: Set<string>; raw: string | undefined },
): unknown {
  const name = parameter.name ?? "";
  if (parameter.in === "query")
    return readField(
      document,
      {
        name,
        schema: schemaOf(parameter),
        style: parameter.style,
        explode: parameter.explode,
        json: parameter.content !== undefined,
      },
      pairs,
      left,
    );
  if (parameter.in === "path")
    return raw === undefined ? undefined : readSimple(document, parameter, raw, decodeURIComponent);
  const header = parameter.in === "header" ? request.headers[name.toLowerCase()] : undefined;
  return header === undefined ? undefined : readSimple(document, parameter, header, (text) => text);
}

const baseType = (type: string): string => (type.split(";")[0] ?? "").trim().toLowerCase();

function declaredMedia(content: Record<string, SourceMedia>, type: string): SourceMedia | undefined {
  const matches = (pattern: string): boolean =>
    new RegExp(`^${baseType(pattern).replace(/[.+]/g, "\\$&").replaceAll("*", ".*")}$`).test(type);
  const mediaType =
    Object.keys(content).find((contentType) => baseType(contentType) === type) ?? Object.keys(content).find(matches);
  return mediaType === undefined ? undefined : content[mediaType];
}

function bodyProblems(source: Source, operation: Operation, request: Received): string[] {
  const requestBody = dereference(source.document, operation.operation.requestBody);
  const type = baseType(request.headers["content-type"] ?? "");
  if (type === "") return requestBody?.required ? ["body: is required"] : [];
  if (!requestBody?.content) return [`body: the operation takes none, ${type} was sent`];
  const media = declaredMedia(requestBody.content, type);
  if (!media) return [`body: ${type} was sent, the operation takes ${Object.keys(requestBody.content).join(", ")}`];
  const json = /[/+]json$/.test(type);
  const isForm = /urlencoded|form-data/.test(type);
  if (!media.schema || (!json && !isForm)) return [];
  const { value, left } = json ? readJson(request.body) : readForm(source.document, media, type, request);
  const members = memberNames(source.document, media.schema);
  const unknown = (
    json && value !== null && typeof value === "object" && !Array.isArray(value) ? Object.keys(value) : left
  ).filter((name) => members && members.size > 0 && !members.has(name));
  return [
    ...unknown.map((name) => `body ${name}: is not a member of this body`),
    ...source.check
      .problems(`${operation.key} body ${type}`, media.schema, value, isForm)
      .filter((words) => !isGiven(source, words))
      .map((words) => `body ${words}`),
  ];
}

/** The description can also list a credential of the account as a member of the body. */
const isGiven = ({ given: givenNames }: Source, words: string): boolean =>
  givenNames.has(`query:${/^must have required property '(.+)'$/.exec(words)?.[1] ?? ""}`);

const readJson = (body: Buffer): { value: unknown; left: string[] } => ({
  value: JSON.parse(body.toString("utf8")) as unknown,
  left: [],
});

function readForm(
  document: OpenApiDocument,
  media: SourceMedia,
  type: string,
  { headers, body }: Received,
): { value: unknown; left: string[] } {
  const boundary = /boundary="?([^";]+)/.exec(headers["content-type"] ?? "")?.[1] ?? "";
  const parts: FormPart[] = type.includes("multipart")
    ? readMultipart(body, boundary)
    : readPairs(body.toString("utf8")).map((pair) => ({ ...pair, isFile: false, isJson: false }));
  const left = new Set(parts.map(({ name }) => name));
  const value: Record<string, unknown> = {};
  for (const name of new Set(parts.flatMap((part) => [part.name, part.name.replace(/\[.*$/s, "")]))) {
    const schema = memberSchema(document, media.schema, name);
    if (!schema) continue;
    const encoding = media.encoding?.[name];
    const json = /json/i.test(encoding?.contentType ?? "") || parts.some((part) => part.name === name && part.isJson);
    const read = readField(
      document,
      {
        name,
        schema,
        style: encoding?.style === "deepObject" ? "form" : encoding?.style,
        explode: encoding?.explode,
        json,
      },
      parts,
      left,
    );
    if (read !== undefined) value[name] = read;
  }
  return { value, left: [...left] };
}
