/** The route of an operation. */
import { existsSync } from "node:fs";
import type { Operation } from "@/lib/contract/operation";
import type { Route } from "@/lib/http/api-door/define-route";
import { inRoot } from "@/scripts/paths.mjs";

/** Loads the file of a route at the operation's path. */
export async function routeFileOf({ method, path }: Operation): Promise<Route> {
  const file = inRoot(`app${path.replace(/\{(\w+)\}/g, "[$1]")}/route.ts`);
  if (!existsSync(file)) throw new Error(`There is no ${file}.`);
  const handlers = (await import(/* @vite-ignore */ file)) as Record<string, Route | undefined>;
  const route = handlers[method];
  if (!route) throw new Error(`${file} has no ${method}.`);
  return route;
}
