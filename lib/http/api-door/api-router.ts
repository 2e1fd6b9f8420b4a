/** The router of the API. It calls the same route handlers as Next would, ten times faster. */
import { Hono } from "hono";
import type { Route } from "./define-route";
import { answerPreflight } from "./readable-by-pages";
import { unknownPath, wrongMethod } from "./unknown-path";

const API = "/api/v3/";
const API_PREFIXES = [API, "/api/v3.1/"];

export type ApiRouter = {
  /** Whether this router answers the path; all other paths go to Next. */
  answers: (pathname: string) => boolean;
  /** The JSON operation at a path, which needs no web Request; everything else goes through `fetch`. */
  find: (method: string, pathname: string) => Match | undefined;
  /** `requestId` if the listener made one already. */
  fetch: (request: Request, requestId?: string) => Response | Promise<Response>;
};

/**
 * A sort key that puts fixed names before parameters in each segment: Hono takes the first match, Next the most
 * specific.
 */
const rank = (path: string): string =>
  path
    .split("/")
    .map((segment) => (segment.startsWith("{") ? "1" : "0") + segment)
    .join("/");

/** The routes in the order for a router that takes the first match. */
export const sortRoutes = (routes: readonly Route[]): Route[] =>
  [...routes].sort((a, b) => (rank(a.op.path) < rank(b.op.path) ? -1 : 1));

const toPattern = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** All paths of an operation: the v3 API is also served under v3.1. */
const pathsOf = (path: string): string[] =>
  path.startsWith(API) ? API_PREFIXES.map((prefix) => prefix + path.slice(API.length)) : [path];

type Methods = { all: string[]; ofPages: string[] };

/** The methods of each path, for 405 answers, and those that pages of other origins can call. */
function methodsByPath(routes: readonly Route[]): Map<string, Methods> {
  const methods = new Map<string, Methods>();
  for (const { op } of routes)
    for (const path of pathsOf(op.path)) {
      const { all, ofPages } = methods.get(path) ?? { all: [], ofPages: [] };
      methods.set(path, { all: [...all, op.method], ofPages: op.browserToken ? [...ofPages, op.method] : ofPages });
    }
  return methods;
}

export type Match = { answer: NonNullable<Route["answer"]>; params: Record<string, string> };

/** Without an answer: what answers there takes a web Request. */
type Candidate = { segments: string[]; answer: Route["answer"] };

/** The values of a pattern's places; undefined if the path does not match. @throws URIError for malformed escapes */
function match({ segments }: Candidate, parts: readonly string[]): Match["params"] | undefined {
  // Most candidates differ in a fixed name, so this makes nothing for them.
  for (let i = 0; i < segments.length; i++)
    if (segments[i]?.startsWith("{") ? parts[i] === "" : segments[i] !== parts[i]) return undefined;
  const params: Match["params"] = {};
  for (const [i, segment] of segments.entries()) {
    const value = parts[i] ?? "";
    if (segment.startsWith("{")) params[segment.slice(1, -1)] = value.includes("%") ? decodeURIComponent(value) : value;
  }
  return params;
}

/**
 * Finds a JSON operation: first by the exact path, then by patterns with parameters, in the order of `sortRoutes`.
 * Routes of another kind are looked at too: `/events/stream` must not be taken for an event with that id.
 */
function finder(sorted: readonly Route[]): ApiRouter["find"] {
  const whole = new Map<string, Route["answer"]>();
  const patterns = new Map<string, Candidate[]>();
  for (const { op, answer } of sorted)
    for (const path of pathsOf(op.path)) {
      const segments = path.split("/");
      const key = `${op.method} ${segments.length}`;
      if (path.includes("{")) patterns.set(key, [...(patterns.get(key) ?? []), { segments, answer }]);
      else whole.set(`${op.method} ${path}`, answer);
    }
  return (method, pathname) => {
    const exact = `${method} ${pathname}`;
    if (whole.has(exact)) return toFound(whole.get(exact), {});
    const parts = pathname.split("/");
    try {
      for (const candidate of patterns.get(`${method} ${parts.length}`) ?? []) {
        const params = match(candidate, parts);
        if (params) return toFound(candidate.answer, params);
      }
    } catch {
      // Malformed escapes: `fetch` answers them.
    }
    return undefined;
  };
}

const toFound = (answer: Route["answer"], params: Match["params"]): Match | undefined => answer && { answer, params };

/**
 * Builds the router from the handlers of the route files. Paths outside the API (/connect, health) are matched by
 * pattern.
 */
export function createApiRouter(routes: readonly Route[]): ApiRouter {
  const app = new Hono<{ Bindings: { requestId?: string } }>();
  const sorted = sortRoutes(routes);
  for (const route of sorted)
    for (const path of pathsOf(route.op.path))
      app.on(route.op.method, toPattern(path), (context) =>
        route(context.req.raw, {
          params: Promise.resolve(context.req.param() as Record<string, string>),
          ...context.env,
        }),
      );
  const entries = [...methodsByPath(sorted)];
  for (const [path, { all, ofPages }] of entries) {
    const allow = (all.includes("GET") ? [...all, "HEAD", "OPTIONS"] : [...all, "OPTIONS"]).join(", ");
    const options = () => new Response(null, { status: 204, headers: { allow } });
    app.options(toPattern(path), async (context) => (await answerPreflight(context.req.raw, ofPages)) ?? options());
    app.all(toPattern(path), (context) => wrongMethod(context.req.raw, all, context.env.requestId));
  }
  app.notFound((context) => unknownPath(context.req.raw, context.env.requestId));

  const outside = entries
    .map(([path]) => path)
    .filter((path) => !API_PREFIXES.some((prefix) => path.startsWith(prefix)))
    .map((path) => new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`));
  return {
    answers: (pathname) =>
      API_PREFIXES.some((prefix) => pathname.startsWith(prefix)) || outside.some((pattern) => pattern.test(pathname)),
    find: finder(sorted),
    fetch: (request, requestId) => app.fetch(request, requestId === undefined ? {} : { requestId }),
  };
}
