/**
 * The revision without a handshake: what each request must declare about itself, in `_meta` and in headers
 * (https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http).
 */
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { CODE, RpcError, type RpcRequest } from "./rpc";
import { isHandshake, STATELESS, SUPPORTED } from "./versions";

const META = "io.modelcontextprotocol/";
const VERSION = `${META}protocolVersion`;
const CAPABILITIES = `${META}clientCapabilities`;
export const SERVER_INFO = `${META}serverInfo`;
export const SUBSCRIPTION = `${META}subscriptionId`;
export const LOG_LEVEL = `${META}logLevel`;

type Headers = { get: (name: string) => string | null };

const VERSION_HEADER = "mcp-protocol-version";

/** Whether a request is one of a revision without a handshake: by its `_meta`, or by a header of no older revision. */
export function isStateless(headers: Headers, { params }: Pick<RpcRequest, "params">): boolean {
  const { _meta: meta } = params;
  if (isObject(meta) && meta[VERSION] !== undefined) return true;
  const named = headers.get(VERSION_HEADER);
  return named !== null && !isHandshake(named);
}

const refusal = (code: number, message: string, data?: Values) => new RpcError(code, message, data, 400);

const unsupported = (requested: string) =>
  refusal(CODE.unsupportedVersion, `This server does not speak MCP ${requested.slice(0, 50)} in this form.`, {
    // An older revision is spoken here after `initialize` alone, so it would not do in this request either.
    supported: isHandshake(requested) ? [STATELESS] : SUPPORTED,
    requested,
  });

/** @throws RpcError for a version that is not supported, and for a header with another version than the message */
function assertVersion(headers: Headers, inMessage: unknown): void {
  const named = headers.get(VERSION_HEADER);
  if (named === null) throw refusal(CODE.headerMismatch, "The header MCP-Protocol-Version is missing.");
  if (typeof inMessage === "string" && inMessage !== named)
    throw refusal(CODE.headerMismatch, "The header MCP-Protocol-Version names another version than the message.");
  if (named !== STATELESS) throw unsupported(named);
}

const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;
/** Visible characters, and blanks between them. */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;

/** The value behind a header; undefined for one that is missing or malformed. */
function valueOf(header: string | null): string | undefined {
  if (header === null) return undefined;
  const encoded = ENCODED.exec(header)?.[1];
  if (encoded === undefined) return PLAIN.test(header) ? header : undefined;
  return encoded.length % 4 === 0 ? Buffer.from(encoded, "base64").toString("utf8") : undefined;
}

const NAMED: Readonly<Record<string, "name" | "uri">> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/**
 * @throws RpcError where the headers do not repeat the message: proxies route by headers, and this server runs messages
 */
function assertHeaders(headers: Headers, { method, params }: RpcRequest): void {
  if (headers.get("mcp-method") !== method)
    throw refusal(CODE.headerMismatch, "The header Mcp-Method is missing, or names another method than the message.");
  const field = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined;
  if (field !== undefined && valueOf(headers.get("mcp-name")) !== params[field])
    throw refusal(CODE.headerMismatch, `The header Mcp-Name is missing, or is not the ${field} of the message.`);
}

/**
 * The capabilities of the client, from a request that declares everything that it must.
 * @throws RpcError with status 400: for what is missing in `_meta`, for an unknown version, for headers that differ
 */
export function readStateless(headers: Headers, request: RpcRequest): Values {
  const { _meta: meta } = request.params;
  assertVersion(headers, isObject(meta) ? meta[VERSION] : undefined);
  const missing = [VERSION, CAPABILITIES].filter((key) => !isObject(meta) || meta[key] === undefined);
  if (!isObject(meta) || missing.length > 0)
    throw refusal(CODE.invalidParams, `_meta of a request of MCP ${STATELESS} needs ${missing.join(" and ")}.`);
  const capabilities = meta[CAPABILITIES];
  if (typeof meta[VERSION] !== "string" || !isObject(capabilities))
    throw refusal(CODE.invalidParams, `${VERSION} is a text, and ${CAPABILITIES} an object.`);
  assertHeaders(headers, request);
  return capabilities;
}
