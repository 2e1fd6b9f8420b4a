import { expect, it } from "vitest";
import type { Route } from "@/lib/http/api-door/define-route";
import { routeTable } from "@/server-routes";
import { allRoutes } from "./all-routes";

it("are the routes of the product, each with its way to answer", () => {
  const isRoute = (value: unknown): value is Route => typeof value === "function" && "op" in value;
  const facts = ({ op, answer }: Route) => `${op.method} ${op.path}${answer ? "" : ", with a web Request"}`;
  const routes = routeTable.flatMap((module) => Object.values(module)).filter(isRoute);
  expect(allRoutes.map(facts).sort()).toEqual(routes.map(facts).sort());
});
