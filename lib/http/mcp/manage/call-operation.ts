/**
 * Calls an operation for the management server, as a request from outside would: the same checks, records and limits.
 */
import { ApiError } from "@/lib/kernel/errors";
import type { Values } from "@/lib/kernel/text/is-object";
import type { RequestLike } from "../../api-door/node-request";
import { textOf } from "../../api-door/write-text";
import type { Prepared } from "./managed-tool";

/** The newer prefix: there an omitted toolkit version means the latest one. */
const [PREFIX, NEWER] = ["/api/v3/", "/api/v3.1/"];
/** Only the path and the query of the address are read. */
const ORIGIN = "http://localhost";

export type CallContext = { key: string; requestId: string; signal: AbortSignal; peer?: string | undefined };

const misplaced = (tool: string, name: string, why: string, fix: string) =>
  new ApiError("Unprocessable", `${tool}: the argument ${name.slice(0, 100)} ${why}.`, {
    errors: [`${name.slice(0, 100)}: ${why}`],
    suggestedFix: fix,
  });

/** Objects as JSON: their own texts would be useless, and some cannot become a text. */
const toText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** One name of a query: texts, numbers and switches as they are, lists repeated, objects as `name[key]`. */
function appendTo(query: URLSearchParams, name: string, value: unknown): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) for (const item of value) query.append(name, toText(item));
  else if (typeof value === "object")
    for (const [key, member] of Object.entries(value)) query.append(`${name}[${key}]`, toText(member));
  else query.append(name, toText(value));
}

/** @throws ApiError Unprocessable for an argument that the tool does not have, and for one of a path that is no text */
function toParts(
  { definition: tool, places }: Prepared,
  input: Values,
): { params: Record<string, string>; query: URLSearchParams; body: Values } {
  const params: Record<string, string> = {};
  const query = new URLSearchParams();
  const body: Values = {};
  const all = `Its arguments are: ${[...places.keys()].join(", ") || "none"}.`;
  for (const [name, value] of Object.entries(input)) {
    const place = places.get(name);
    if (!place) throw misplaced(tool.name, name, "is unknown", all);
    if (place.part === "body") body[place.name] = value;
    else if (place.part === "query") appendTo(query, place.name, value);
    else if (typeof value === "string" && value !== "") params[place.name] = value;
    else throw misplaced(tool.name, name, "must be a text that is not empty", all);
  }
  for (const [name, { part, name: wire }] of places)
    if (part === "params" && params[wire] === undefined) throw misplaced(tool.name, name, "is missing", all);
  return { params, query, body };
}

const toPath = (path: string, params: Record<string, string>): string =>
  path.replace(PREFIX, NEWER).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

/**
 * Runs the operation behind a tool with the caller's own key.
 * @returns the status and the JSON text of the operation's answer, of failures too
 * @throws ApiError Unprocessable for arguments that fit no place of the request
 */
export async function callOperation(
  prepared: Prepared,
  input: Values,
  { key, requestId, signal, peer }: CallContext,
): Promise<{ status: number; text: string }> {
  const { op, answer } = prepared.route;
  if (!answer) throw new Error(`${op.id} does not speak JSON`);
  const { params, query, body } = toParts(prepared, input);
  const text = op.body ? JSON.stringify(body) : "";
  const search = query.size > 0 ? `?${query.toString()}` : "";
  const headers: Readonly<Record<string, string>> = {
    "x-api-key": key,
    ...(op.body && { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }),
  };
  const request: RequestLike = {
    method: op.method,
    url: `${ORIGIN}${toPath(op.path, params)}${search}`,
    headers: { get: (name) => headers[name.toLowerCase()] ?? null },
    signal,
    body: op.body ? text : null,
    requestId,
    peer,
    text: () => Promise.resolve(text),
  };
  const response = await answer(request, params);
  return { status: response.status, text: response.text === null ? "{}" : textOf(response.text) };
}
