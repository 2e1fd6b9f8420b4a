/** Builds the HTTP request of a tool from its definition and arguments, without credentials. Pure. */
import type { RequestParameter, ToolRequest } from "@/lib/catalog/tool-request";
import { fillBaseUrl } from "@/lib/connected-accounts/credentials/fill-base-url";
import {
  fillPlaced,
  NOTHING_PLACED,
  placedPath,
  type PlacedValues,
} from "@/lib/connected-accounts/credentials/placed-values";
import { ApiError } from "@/lib/kernel/errors";
import type { BodySink, StreamedBody } from "@/lib/kernel/outbound/outbound-request";
import { withoutDotSegments } from "@/lib/kernel/text/has-dot-segment";
import { withoutEndSlashes } from "@/lib/kernel/text/without-end-slashes";
import { encodeText, headerText, pathText, queryPairs, type Pair } from "./parameter-styles";
import { bodyAsQuery, encodeBody, joinPairs, type Files } from "./request-body";

export type HttpRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | StreamedBody;
  sink?: BodySink;
  /** Ends it in place of the caller's hanging up. */
  signal?: AbortSignal;
  /** Its own time, in place of what the execution has left. */
  timeoutMs?: number;
  /** As in `OutboundRequest`. */
  isStream?: boolean;
  idleTimeoutMs?: number;
  maxBytes?: number;
  maxRedirects?: number;
};

export type RequestParts = {
  /** Replaces the base URL of the tool. */
  baseUrl?: string;
  /**
   * Values of the connection: for `{variables}` in the base URL (subdomain, region, ...), and for arguments left out.
   */
  variables?: Readonly<Record<string, unknown>>;
  /** Values of the caller's for places in the address; they win over the connection's and the arguments. */
  placed?: PlacedValues;
  /** Contents of file arguments by argument name. */
  files?: Files;
  /** Fields added to the body at its top level. */
  extraBody?: Readonly<Record<string, unknown>>;
};

const NO_FILES: Files = new Map();
/** For one encoded path parameter. */
const MAX_PART_LENGTH = 8192;

const unprocessable = (key: string, problem: string): ApiError =>
  new ApiError("Unprocessable", `Invalid arguments for this tool. ${key}: ${problem}`, {
    errors: [`${key}: ${problem}`],
    suggestedFix: "Correct the argument and execute again.",
  });

/** The value of an argument; if it is left out, the value of the connection that the tool names for it. */
function valueOf(
  { key, fromConnection }: RequestParameter,
  args: Readonly<Record<string, unknown>>,
  variables: Readonly<Record<string, unknown>>,
): unknown {
  const value = args[key];
  const isLeftOut = value === undefined || value === null || value === "";
  return isLeftOut && fromConnection !== undefined && Object.hasOwn(variables, fromConnection)
    ? variables[fromConnection]
    : value;
}

/** The value as the provider wants it in a path (`PATH_FORMS`). */
function inForm({ form }: RequestParameter, value: unknown): unknown {
  if (form === undefined || typeof value !== "string") return value;
  if (form === "slashes-twice") return /^\/|\/\//.test(value) ? encodeText(value) : value;
  return /^https?:\/\//.test(value)
    ? (withoutEndSlashes(value.replace(/[?#].*$/s, ""))
        .split("/")
        .at(-1) ?? value)
    : value;
}

const tooLong = (key: string): ApiError =>
  unprocessable(key, `is part of the address; expected at most ${MAX_PART_LENGTH} characters.`);

/**
 * Fills the parameters into the path. Empty and dot segments are refused: they would name another resource (RFC 3986,
 * 5.2.4).
 */
function fillPath(
  request: ToolRequest,
  args: Readonly<Record<string, unknown>>,
  { variables = {}, placed: placedValues }: RequestParts & { placed: PlacedValues },
): string {
  let path = request.path;
  const values: Record<string, string> = {};
  for (const parameter of request.parameters) {
    if (parameter.in !== "path") continue;
    const brought = placedPath(placedValues, parameter.name);
    if (brought !== undefined) {
      path = path.replaceAll(`{${parameter.name}}`, () => brought);
      continue;
    }
    const value = inForm(parameter, valueOf(parameter, args, variables));
    // Checked before encoding, which costs more.
    if (typeof value === "string" && value.length > MAX_PART_LENGTH) throw tooLong(parameter.key);
    const text = value === undefined || value === null ? "" : pathText(parameter, value);
    if (text === "" || /^\/|\/\/|\/$/.test(text))
      throw unprocessable(parameter.key, "is part of the address and must not be empty.");
    if (text.length > MAX_PART_LENGTH) throw tooLong(parameter.key);
    path = path.replaceAll(`{${parameter.name}}`, () => text);
    values[parameter.key] = text;
  }
  return withoutDotSegments(path, values);
}

function toHeader(parameter: RequestParameter, value: unknown): string {
  const text = headerText(parameter, value);
  // The field-content of RFC 9110, 5.5: a header must not contain line breaks.
  if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(text))
    throw unprocessable(
      parameter.key,
      "is sent as a header and must not hold line breaks or characters outside Latin-1.",
    );
  return text;
}

/**
 * Servers refuse longer URLs (most accept 8,000 characters, as RFC 9110, 4.1 requires), and parsing them takes time.
 */
const MAX_URL_LENGTH = 65_536;

/**
 * Adds pairs to the query of a URL.
 * @throws ApiError Unprocessable for a URL that is too long for any server
 */
export function addQuery(url: string, pairs: readonly Pair[]): string {
  const whole = pairs.length === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${joinPairs(pairs)}`;
  if (whole.length <= MAX_URL_LENGTH) return whole;
  const problem = `The address of this request would have ${whole.length} characters; expected at most ${MAX_URL_LENGTH}.`;
  throw new ApiError("Unprocessable", problem, {
    errors: [problem],
    suggestedFix: "Shorten the arguments that are part of the URL.",
  });
}

/**
 * The HTTP request of a tool. Parameters that are null are left out; in a JSON body null stays, because it clears a
 * field.
 * @throws ApiError Unprocessable for an argument that cannot be sent, BadRequest for a base URL without a needed value
 */
export function toRequest(
  request: ToolRequest,
  args: Readonly<Record<string, unknown>>,
  parts: RequestParts = {},
): HttpRequest {
  const { placed: placedValues = NOTHING_PLACED } = parts;
  const base =
    parts.baseUrl === undefined
      ? fillBaseUrl(fillPlaced(request.baseUrl, placedValues), parts.variables ?? {}, request.variables)
      : withoutEndSlashes(parts.baseUrl);
  const pairs: Pair[] = [];
  const headers: Record<string, string> = { accept: request.binary ? "*/*" : "application/json, */*;q=0.8" };
  for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value;
  for (const parameter of request.parameters) {
    if (parameter.in === "path") continue;
    const value = valueOf(parameter, args, parts.variables ?? {});
    if (value === undefined || value === null) continue;
    if (parameter.in === "query") for (const pair of queryPairs(parameter, value)) pairs.push(pair);
    else headers[parameter.name.toLowerCase()] = toHeader(parameter, value);
  }
  const bodiless = request.method === "GET" || request.method === "HEAD";
  if (bodiless && request.body) for (const pair of bodyAsQuery(request.body, args)) pairs.push(pair);
  const encoded =
    !bodiless && request.body ? encodeBody(request.body, args, parts.files ?? NO_FILES, parts.extraBody) : undefined;
  if (encoded) headers["content-type"] = encoded.contentType;
  return {
    method: request.method,
    url: addQuery(base + fillPath(request, args, { ...parts, placed: placedValues }), pairs),
    headers,
    ...(encoded && { body: encoded.body }),
  };
}
