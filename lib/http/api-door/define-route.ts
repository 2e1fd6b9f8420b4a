/** Connects one operation to one function: authenticate, authorize, parse, handle, check the answer, write it. */
import type { z } from "zod";
import { authorize, type WithinSession } from "@/lib/access/authorize";
import type { AuditFacts, RecordChange } from "@/lib/access/record-audit";
import type { Caller, CallerOf } from "@/lib/access/caller";
import { assertOpenToToken, limitedOf, type ReachRule, unlimitedOnly } from "@/lib/access/keys/limited-of";
import { assertFreshSignIn } from "@/lib/access/factors/assert-fresh-sign-in";
import type { Operation, Parsed } from "@/lib/contract/operation";
import { env } from "@/lib/kernel/process/env";
import { sayIssue } from "@/lib/kernel/text/issue-sentences";
import { newId } from "@/lib/kernel/ids";
import { addAccessFacts } from "../access-facts";
import { findTracer } from "@/lib/kernel/tracing/tracer";
import { AnswerHeaders, toResponse, type JsonAnswer } from "./to-response";
import { answerData } from "./answer-data";
import { answerCreationOnce } from "./answer-creation-once";
import { addressOf } from "./address-of";
import { audited, changeRecorder, inBegunChange, type Call } from "./audited";
import { authenticate } from "./authenticate";
import { assertOriginListed, readableByPages } from "./readable-by-pages";
import { errorAnswer } from "./error-response";
import { addSuccessor, assertOlderApi, errorAnswerOf, errorResponseOf, successorHeaders } from "./error-answer-of";
import { JsonText } from "./json-text";
import { signNextCursor, cursorPart, readPageCursor } from "./read-page-cursor";
import { inListTurn } from "./in-list-turn";
import { type RequestLike, searchOf } from "./node-request";
import { queryObject } from "./query-object";
import { countRequest } from "./rate-limits";
import { MAX_BODY_BYTES, OPEN_BODY_BYTES, readBody } from "./read-body";
import { assertQueryTexts } from "./assert-body-texts";
import { warnOfStrayFields, withStrayFields } from "./warn-of-stray-fields";
import { type UnknownField, unknownFields } from "./unknown-fields";

type RouteContext = {
  params: Promise<Record<string, string | string[] | undefined>>;
  /** Set if the listener made one already. */
  requestId?: string;
};

/** A route handler with the operation that it answers; used by Next and by the API router. */
export type Route = ((request: Request, context: RouteContext) => Promise<Response>) & {
  op: Operation;
  /** Answers without web Request and Response, for the API router; only for JSON routes. Never rejects. */
  answer?: (request: RequestLike, params: Record<string, string | string[] | undefined>) => Promise<JsonAnswer>;
  /** Whether keys that are limited to toolkits or users may use the operation, within their limits. */
  hasReach?: boolean;
};

/** What a handler gets of the request besides its parsed input. */
export type RequestFacts = {
  headers: RequestLike["headers"];
  signal: AbortSignal;
  requestId: string;
  /** The client's, as far as it is known. */
  address: string | undefined;
  /** Under which of its two prefixes the operation was called; they differ in what an omitted toolkit version means. */
  apiVersion: "v3" | "v3.1";
  /** The headers of the answer, for example for a cookie. */
  answer: AnswerHeaders;
  /** The fields of the body that the operation does not know, with their values. */
  unknownFields: () => UnknownField[];
  /**
   * Records a change that the operation makes besides its own, under the action of the operation that usually makes it.
   */
  audit: RecordChange;
  /** Adds to the call's own row of the audit trail what its action and target do not show; never a secret. */
  tell: (facts: AuditFacts) => void;
};

/** The path of a URL, whole or without its host, under the newer prefix. */
const NEWER = /^(https?:\/\/[^/?#]*)?\/api\/v3\.1\//;

const bodyLimit = ({ auth }: Operation): number =>
  auth === "none" || auth === "link" ? OPEN_BODY_BYTES : MAX_BODY_BYTES;

/**
 * Zod options: problems of a request become sentences, by the schemas' own words first. With `async`, which Zod sets in
 * a copy: a further property would cost each copy 0.7 us.
 */
const ISSUE_WORDS = { error: sayIssue, async: false };

/** @param onBody is given the body before it is parsed */
async function parse<O extends Operation>(
  op: O,
  request: RequestLike,
  params: Record<string, unknown>,
  caller: Caller,
  onBody: (body: unknown) => void,
): Promise<Parsed<O>> {
  const parsed: Partial<Record<"params" | "query" | "body", unknown>> = {};
  assertQueryTexts(request.url);
  if (op.params) parsed.params = op.params.parse(params, ISSUE_WORDS);
  if (op.query) parsed.query = op.query.parse(queryObject(searchOf(request.url)), ISSUE_WORDS);
  if (!op.body) return parsed as Parsed<O>;
  const body = (await readBody(request, bodyLimit(op), caller, op.body)) ?? {};
  onBody(body);
  parsed.body = op.body.parse(body, ISSUE_WORDS);
  return parsed as Parsed<O>;
}

/**
 * Checks an answer against its contract, in development only: a mismatch is a bug of ours that production must survive.
 */
function checked(op: Operation, answer: unknown): unknown {
  if (!env().checkOutput) return answer;
  const result = op.response.safeParse(answer instanceof JsonText ? JSON.parse(answer.text) : answer);
  if (!result.success)
    throw new Error(`${op.id} answered something that its contract does not allow: ${result.error.message}`);
  return answer;
}

/**
 * Finds the caller and counts the request against their rate limits; returns the headers with the state of the limits.
 */
async function admit<O extends Operation>(
  op: O,
  request: RequestLike,
  requestId: string,
): Promise<{ caller: CallerOf<O["auth"]>; limitHeaders: Record<string, string> | null }> {
  addAccessFacts(requestId, { route: op.path });
  if (op.successor) assertOlderApi(op.successor);
  const caller = await authenticate<O["auth"]>(request, op.auth, op);
  assertOpenToToken(op, caller);
  assertOriginListed(op, request, caller);
  if ("projectId" in caller) addAccessFacts(requestId, { projectId: caller.projectId });
  return { caller, limitHeaders: await countRequest(caller) };
}

/** Checks the caller's permission, and asks a person for a fresh sign-in if the operation needs one. */
function assertAllowed(op: Operation, caller: Caller, params: Record<string, unknown>): Promise<void> | undefined {
  // The access key of a session reaches nothing outside of it.
  const within: WithinSession | undefined = op.sessionKey ? { sessionId: params.session_id } : undefined;
  const authorization = authorize(caller, op.permission, within, op.also);
  return op.fresh ? Promise.resolve(authorization).then(() => assertFreshSignIn(caller)) : authorization;
}

/**
 * The facts of a call, most of them made when an operation asks for them. A class, because V8 makes a new shape for
 * each object with a getter of its own, and everything that reads it becomes slow.
 */
class CallFacts implements RequestFacts {
  readonly headers: RequestLike["headers"];
  readonly requestId: string;

  constructor(
    private readonly call: Call,
    readonly answer: AnswerHeaders,
    readonly unknownFields: () => UnknownField[],
  ) {
    this.headers = call.request.headers;
    this.requestId = call.requestId;
  }

  get signal(): AbortSignal {
    return this.call.request.signal;
  }

  get address(): string | undefined {
    return addressOf(this.call.request);
  }

  get apiVersion(): "v3" | "v3.1" {
    return NEWER.test(this.call.request.url) ? "v3.1" : "v3";
  }

  get audit(): RecordChange {
    return changeRecorder(this.call);
  }

  get tell(): RequestFacts["tell"] {
    const { call } = this;
    return (facts) => {
      call.facts = facts;
    };
  }
}

/** Names the step of the request by its operation, if requests are traced. */
const nameStep = (requestId: string, { id, method, path }: Operation): void =>
  findTracer()?.findOpen(requestId)?.describe(`${method} ${path}`, { "http.route": path, "patchbay.operation": id });

/** Answers web requests with web responses. */
const asWebRoute =
  (answer: (request: RequestLike, params: Awaited<RouteContext["params"]>) => Promise<JsonAnswer>) =>
  async (request: Request, context: RouteContext): Promise<Response> =>
    toResponse(await answer(request, await context.params));

/**
 * A route that speaks JSON. The handler returns plain data (or its JSON text) or throws `ApiError`.
 * @param reach which toolkits and users a call touches; without it, keys that are limited to some are refused
 */
export function defineRoute<O extends Operation>(
  op: O,
  handle: (
    input: Parsed<O>,
    caller: CallerOf<O["auth"]>,
    facts: RequestFacts,
  ) => Promise<z.input<O["response"]> | JsonText>,
  reach?: ReachRule<Parsed<O>>,
): Route {
  const paged = cursorPart(op);
  const answer = readableByPages(op, async (request, params: Record<string, unknown>): Promise<JsonAnswer> => {
    const requestId = request.requestId ?? newId("request");
    nameStep(requestId, op);
    let body: unknown;
    try {
      const { caller, limitHeaders } = await admit(op, request, requestId);
      const headers = new AnswerHeaders();
      const call = { op, request, caller, requestId, params };
      const facts = new CallFacts(call, headers, () => unknownFields(op.body, body));
      const data = await audited(call, async () => {
        const authorization = assertAllowed(op, caller, params);
        if (authorization) await authorization;
        const limited = limitedOf(caller);
        if (limited && !reach) throw unlimitedOnly(limited.reach);
        const input = await parse(op, request, params, caller, (rawBody) => (body = rawBody));
        if (limited) await reach?.(input, limited);
        const scope = paged && readPageCursor(op, paged, caller, input);
        const work = () => answerCreationOnce(call, input, headers, () => handle(input, caller, facts));
        const result = await inListTurn(caller, input, work, () => addressOf(request));
        return checked(op, paged ? signNextCursor(result, scope) : result);
      });
      warnOfStrayFields(headers, op.body, body);
      if (op.successor) addSuccessor(headers, op.successor);
      headers.set("x-request-id", requestId);
      if (limitHeaders) for (const name in limitHeaders) headers.set(name, limitHeaders[name] ?? "");
      return await answerData(op.status ?? 200, data, headers, request);
    } catch (error) {
      return errorAnswerOf(op, withStrayFields(error, op.body, body), requestId);
    }
  });
  return Object.assign(asWebRoute(answer), { op, answer, hasReach: reach !== undefined });
}

/**
 * A route for anybody whose handler writes the whole answer, errors included, at both doors: another protocol than this
 * API's lives behind it.
 */
export function defineProtocolRoute<O extends Operation & { auth: "none"; audit: "none" }>(
  op: O,
  handle: (request: RequestLike, params: Record<string, string>, requestId: string) => Promise<JsonAnswer>,
): Route {
  const answer = async (request: RequestLike, params: Record<string, unknown>): Promise<JsonAnswer> => {
    const requestId = request.requestId ?? newId("request");
    addAccessFacts(requestId, { route: op.path });
    nameStep(requestId, op);
    try {
      assertQueryTexts(request.url);
      const parsed = (op.params ? op.params.parse(params, ISSUE_WORDS) : {}) as Record<string, string>;
      const { headers, ...result } = await handle(request, parsed, requestId);
      return { ...result, headers: { ...headers, "x-request-id": requestId } };
    } catch (error) {
      return errorAnswer(error, requestId);
    }
  };
  return Object.assign(asWebRoute(answer), { op, answer });
}

/** A route whose answer is not JSON (pages, redirects, bytes, streams); authentication and errors are the same. */
export function defineRawRoute<O extends Operation>(
  op: O,
  handle: (
    request: Request,
    caller: CallerOf<O["auth"]>,
    input: { params: Record<string, string>; url: URL; requestId: string; audit: RecordChange },
  ) => Promise<Response>,
): Route {
  const route = async (request: Request, context: RouteContext) => {
    const requestId = context.requestId ?? newId("request");
    nameStep(requestId, op);
    try {
      const { caller, limitHeaders } = await admit(op, request, requestId);
      const pathParams = await context.params;
      const call = { op, request, caller, requestId, params: pathParams };
      const response = await audited(call, async () => {
        await assertAllowed(op, caller, pathParams);
        const limited = limitedOf(caller);
        if (limited) throw unlimitedOnly(limited.reach);
        const params = (op.params ? op.params.parse(pathParams, ISSUE_WORDS) : {}) as Record<string, string>;
        const input = { params, url: new URL(request.url), requestId, audit: changeRecorder(call) };
        return inBegunChange(call, () => handle(request, caller, input));
      });
      response.headers.set("x-request-id", requestId);
      if (op.successor)
        for (const [name, value] of Object.entries(successorHeaders(op.successor))) response.headers.set(name, value);
      if (limitHeaders) for (const name in limitHeaders) response.headers.set(name, limitHeaders[name] ?? "");
      return response;
    } catch (error) {
      return errorResponseOf(op, error, requestId);
    }
  };
  return Object.assign(route, { op });
}
