/** Ties one operation to one function: authenticate, parse, handle, check the answer, write it. */
import type { z } from "zod";
import { NOBODY, type Caller } from "@/lib/access/caller";
import type { Operation, Parsed } from "@/lib/contract/operation";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { withRequestContext } from "@/lib/kernel/request-context";
import { authenticate } from "./authenticate";
import { errorResponse } from "./error-body";
import { JsonText } from "./json-text";
import { countRequest } from "./rate-limits";
import { readBody } from "./read-body";

type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };

/** A route handler that also tells which operation it answers; both doors read that. */
export type Route = ((request: Request, context: RouteContext) => Promise<Response>) & { op: Operation };

/** What a handler may need of the request besides its parsed input. */
export type RequestFacts = {
  headers: Headers;
  signal: AbortSignal;
  url: URL;
  /** Headers of the answer, for what is no part of its data: a cookie. */
  answer: Headers;
};

/** `?a=1&a=2&m[k]=v` to `{a: ["1", "2"], m: {k: "v"}}`; `a[]` counts as `a`. */
function queryObject(search: URLSearchParams): Record<string, unknown> {
  const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [rawName, value] of search) {
    const name = rawName.endsWith("[]") ? rawName.slice(0, -2) : rawName;
    const map = /^([^[\]]+)\[([^[\]]+)\]$/.exec(name);
    if (map?.[1] && map[2]) {
      const known = result[map[1]];
      result[map[1]] = { ...(typeof known === "object" && !Array.isArray(known) ? known : {}), [map[2]]: value };
    } else result[name] = name in result ? [result[name], value].flat() : value;
  }
  return result;
}

async function parse<O extends Operation>(op: O, request: Request, url: URL, context: RouteContext): Promise<Parsed<O>> {
  const parsed: Partial<Record<"params" | "query" | "body", unknown>> = {};
  if (op.params) parsed.params = op.params.parse(await context.params);
  if (op.query) parsed.query = op.query.parse(queryObject(url.searchParams));
  if (op.body) parsed.body = op.body.parse((await readBody(request)) ?? {});
  return parsed as Parsed<O>;
}

/** Holds an answer against its contract: a mismatch is our bug, which development must see and production must survive. */
function checked(op: Operation, answer: unknown): unknown {
  if (!env().checkOutput) return answer;
  const result = op.response.safeParse(answer instanceof JsonText ? JSON.parse(answer.text) : answer);
  if (!result.success) throw new Error(`${op.id} answered something that its contract does not allow: ${result.error.message}`);
  return answer;
}

async function respond(op: Operation, request: Request, context: RouteContext, work: (caller: Caller, url: URL) => Promise<Response>): Promise<Response> {
  const requestId = newId("request");
  return withRequestContext({ requestId }, async () => {
    try {
      const caller = op.auth === "none" || op.auth === "link" ? NOBODY : await authenticate(request, op);
      const counted = caller === NOBODY ? null : countRequest(caller);
      const limits = counted && (await counted);
      const response = await work(caller, new URL(request.url));
      response.headers.set("x-request-id", requestId);
      if (limits) for (const name in limits) response.headers.set(name, limits[name] ?? "");
      return response;
    } catch (error) {
      return errorResponse(error, requestId);
    }
  });
}

/** A route that speaks JSON. The handler returns plain data (or its JSON text) or throws `ApiError`. */
export function defineRoute<O extends Operation>(
  op: O,
  handle: (input: Parsed<O>, caller: Caller, facts: RequestFacts) => Promise<z.input<O["response"]> | JsonText>,
): Route {
  const route = (request: Request, context: RouteContext) =>
    respond(op, request, context, async (caller, url) => {
      const input = await parse(op, request, url, context);
      const headers = new Headers({ "cache-control": "no-store" });
      const answer = checked(op, await handle(input, caller, { headers: request.headers, signal: request.signal, url, answer: headers }));
      if (op.status === 204) return new Response(null, { status: 204, headers });
      if (!(answer instanceof JsonText)) return Response.json(answer, { status: op.status ?? 200, headers });
      headers.set("content-type", "application/json");
      return new Response(answer.text, { status: op.status ?? 200, headers });
    });
  return Object.assign(route, { op });
}

/** A route whose answer is not JSON (pages, redirects, bytes, streams); authentication and errors are the same. */
export function defineRawRoute<O extends Operation>(
  op: O,
  handle: (request: Request, caller: Caller, input: { params: Record<string, string>; url: URL }) => Promise<Response>,
): Route {
  const route = (request: Request, context: RouteContext) =>
    respond(op, request, context, async (caller, url) => {
      const params = (op.params ? op.params.parse(await context.params) : {}) as Record<string, string>;
      return handle(request, caller, { params, url });
    });
  return Object.assign(route, { op });
}

