/**
 * The routes of the API for tests that need a few of them: a route's file is loaded with the first request for it. All
 * files together take some seconds to load.
 */
import { readFileSync } from "node:fs";
import { createApiRouter, type ApiRouter } from "@/lib/http/api-door/api-router";
import type { Route } from "@/lib/http/api-door/define-route";
import { findRouteFiles } from "@/scripts/build/routes.mjs";
import { inRoot } from "@/scripts/paths.mjs";

const HANDLER = /^export const (GET|POST|PUT|PATCH|DELETE) = define(Raw|Protocol)?Route\(/gm;

/** `app/api/v3/tools/[slug]/route.ts` to `/api/v3/tools/{slug}`. */
const toPath = (file: string): string =>
  file.slice("app".length, -"/route.ts".length).replace(/\[(\w+)\]/g, (_, name: string) => `{${name}}`);

function toRoute(file: string, method: string, isRaw: boolean): Route {
  let loading: Promise<Route> | undefined;
  const load = () =>
    (loading ??= import(/* @vite-ignore */ inRoot(file)).then(
      (handlers: Record<string, Route | undefined>) => handlers[method] as Route,
    ));
  // The router reads the method and the path alone.
  const op = { method, path: toPath(file) } as Route["op"];
  const route: Route = Object.assign(
    async (...[request, context]: Parameters<Route>) => (await load())(request, context),
    { op },
  );
  if (isRaw) return route;
  return Object.assign(route, {
    answer: async (...[request, params]: Parameters<NonNullable<Route["answer"]>>) => {
      const { answer } = await load();
      if (!answer) throw new Error(`${file} does not answer without a web Request.`);
      return answer(request, params);
    },
  });
}

export const allRoutes: readonly Route[] = findRouteFiles().flatMap((file) =>
  [...readFileSync(inRoot(file), "utf8").matchAll(HANDLER)].map(([, method = "", kind]) =>
    toRoute(file, method, kind === "Raw"),
  ),
);

export const openAllRoutes = (): ApiRouter => createApiRouter(allRoutes);
