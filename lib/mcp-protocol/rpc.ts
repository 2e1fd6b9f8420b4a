/** JSON-RPC 2.0, as MCP uses it: messages are read, answers written as text. */
import { isObject } from "@/lib/kernel/text/is-object";
import { RawObject, type Members, type Piece } from "./surface";

/** Codes of JSON-RPC (5.1) and of MCP. */
export const CODE = {
  parse: -32_700,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  /** The first code that servers can define. */
  server: -32_000,
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
} as const;

/** An error that the client gets as it is. */
export class RpcError extends Error {
  /** @param status of HTTP, where the protocol names one */
  constructor(
    readonly code: number,
    message: string,
    readonly data?: Readonly<Record<string, unknown>>,
    readonly status?: number,
  ) {
    super(message);
  }
}

export type RpcId = string | number;
export type Params = Readonly<Record<string, unknown>>;
export type RpcRequest = { id: RpcId; method: string; params: Params };
export type RpcMessage =
  | ({ kind: "request" } & RpcRequest)
  | { kind: "notification"; method: string; params: Params }
  | { kind: "response"; id: RpcId; result?: unknown; error?: unknown };

/** Of ids and other names that a client gives and that come back to it, perhaps again and again. */
const MAX_NAME = 500;

/** Whether a value can name a request or its progress. */
export const isId = (id: unknown): id is RpcId =>
  typeof id === "string" ? id.length <= MAX_NAME : Number.isSafeInteger(id);

const NONE: Params = Object.freeze({});

/** Members that are null count as left out: clients in several languages write them so. */
const withoutNulls = (params: Params): Params =>
  Object.values(params).includes(null)
    ? Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null))
    : params;

/** @returns what is wrong with it, as text, for anything that is no message */
export function toMessage(body: unknown): RpcMessage | string {
  if (!isObject(body)) return "A body is one JSON-RPC message: an object.";
  const { jsonrpc, id, method, params, result, error } = body;
  if (jsonrpc !== "2.0") return 'A JSON-RPC message has "jsonrpc": "2.0".';
  if (id !== undefined && !isId(id))
    return `The id of a message is a text of at most ${MAX_NAME} characters or a whole number.`;
  if (typeof method === "string") {
    if (params !== undefined && params !== null && !isObject(params)) return "The params of a message are an object.";
    const rest = { method, params: params ? withoutNulls(params) : NONE };
    return id === undefined ? { kind: "notification", ...rest } : { kind: "request", id, ...rest };
  }
  const hasError = error !== undefined && error !== null;
  const hasResult = hasError ? result !== undefined && result !== null : "result" in body;
  if ((method !== undefined && method !== null) || id === undefined || hasResult === hasError)
    return "A JSON-RPC message has a method, or an id with either a result or an error.";
  return { kind: "response", id, ...(hasError ? { error } : { result }) };
}

/** The text of an answer. Text that exists already is not made again. */
export function resultText(id: RpcId, members: Members): readonly Piece[] {
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
  return members instanceof RawObject ? [head, ...members.pieces, "}"] : [`${head}${JSON.stringify(members)}}`];
}

export const errorText = (id: RpcId | null, { code, message, data }: RpcError): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, ...(data && { data }) } });

export const notificationText = (method: string, params?: Params): string =>
  JSON.stringify({ jsonrpc: "2.0", method, ...(params && { params }) });

export const requestText = (id: string, { method, params }: { method: string; params?: Params }): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, ...(params && { params }) });
