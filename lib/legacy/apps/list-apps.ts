/** Lists and finds apps. */
import type { z } from "zod";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import { findCategories, findToolkits, requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { countToolkitUses } from "@/lib/logs/find-used-tools";
import { toAppSlugs } from "../with-action-slug";
import { withNamedError } from "../with-named-error";
import { MOST_ROWS } from "../older.contract";
import { toApp } from "./to-app";
import type { appsApi } from "./contract";

/** @throws ApiError NotFound as AppNotFoundError */
export const requireApp = (projectId: string, name: string): Promise<CatalogToolkit> =>
  withNamedError("AppNotFoundError", async () => {
    const [slug = name] = await toAppSlugs(projectId, [name]);
    return requireToolkit(projectId, slug);
  });

/** All apps; their auth schemes only if they are asked for. */
export async function listApps(
  projectId: string,
  { category, additionalFields, sortBy }: z.output<typeof appsApi.listApps.query>,
): Promise<z.input<typeof appsApi.listApps.response>> {
  const [categories, uses] = await Promise.all([
    findCategories(),
    sortBy === "usage" ? countToolkitUses(projectId) : undefined,
  ]);
  const { items } = await findToolkits(projectId, {
    category,
    uses,
    sortBy: sortBy === "usage" ? "usage" : sortBy === "alphabet" ? "alphabetically" : undefined,
    limit: MOST_ROWS,
  });
  const hasSchemes = additionalFields?.includes("auth_schemes") ?? false;
  return { items: items.map((toolkit) => toApp(toolkit, categories, hasSchemes)), totalPages: 1 };
}

/** @throws ApiError NotFound as AppNotFoundError */
export async function getApp(projectId: string, name: string): Promise<z.input<typeof appsApi.getApp.response>> {
  return toApp(await requireApp(projectId, name), await findCategories(), true);
}
