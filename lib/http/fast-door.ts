/** The fast door: the API's route handlers behind a router of their own, ten times quicker than Next's. */
import { Hono } from "hono";
import type { Route } from "./define-route";
import { unknownPath, wrongMethod } from "./error-body";

const API = "/api/v3/";
const API_PREFIXES = [API, "/api/v3.1/"];

export type FastDoor = {
  /** Whether this door answers the path; every other one is Next's. */
  answers: (pathname: string) => boolean;
  fetch: (request: Request) => Response | Promise<Response>;
};

/** Next prefers the most specific route, Hono the first: names go before parameters, segment by segment. */
const rank = (path: string): string => path.split("/").map((segment) => (segment.startsWith("{") ? "1" : "0") + segment).join("/");

/** Routes in the order in which a first-match router must see them. */
export const sortRoutes = (routes: readonly Route[]): Route[] =>
  [...routes].sort((a, b) => (rank(a.op.path) < rank(b.op.path) ? -1 : 1));

const toPattern = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** Every path that serves the operation: the v3 API answers under v3.1 too. */
const pathsOf = (path: string): string[] => (path.startsWith(API) ? API_PREFIXES.map((prefix) => prefix + path.slice(API.length)) : [path]);

/** Methods by path, so that a known path with another verb is told which verbs it has. */
function methodsByPath(routes: readonly Route[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { op } of routes) for (const path of pathsOf(op.path)) methods.set(path, [...(methods.get(path) ?? []), op.method]);
  return methods;
}

/** Builds the door over the handlers of the route files. Paths outside the API (/connect, health) are matched by their pattern. */
export function createFastDoor(routes: readonly Route[]): FastDoor {
  const app = new Hono();
  const sorted = sortRoutes(routes);
  for (const route of sorted)
    for (const path of pathsOf(route.op.path))
      app.on(route.op.method, toPattern(path), (context) => route(context.req.raw, { params: Promise.resolve(context.req.param() as Record<string, string>) }));
  const known = [...methodsByPath(sorted)];
  for (const [path, methods] of known) {
    const allowed = methods.includes("GET") ? [...methods, "HEAD", "OPTIONS"] : [...methods, "OPTIONS"];
    app.options(toPattern(path), () => new Response(null, { status: 204, headers: { allow: allowed.join(", ") } }));
    app.all(toPattern(path), (context) => wrongMethod(context.req.raw, methods));
  }
  app.notFound((context) => unknownPath(context.req.raw));

  const outside = known.map(([path]) => path).filter((path) => !API_PREFIXES.some((prefix) => path.startsWith(prefix)))
    .map((path) => new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`));
  return {
    answers: (pathname) => API_PREFIXES.some((prefix) => pathname.startsWith(prefix)) || outside.some((pattern) => pattern.test(pathname)),
    fetch: (request) => app.fetch(request),
  };
}
