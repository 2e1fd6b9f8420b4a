/** For whom a toolkit is. Pure. */
import type { CatalogToolkit } from "./catalog";

/** Whether a toolkit is for this user: for all, or made by the project for this user alone. */
export const isForUser = ({ meta }: Pick<CatalogToolkit, "meta">, userId: string | undefined): boolean =>
  meta.onlyUser === undefined || meta.onlyUser === userId;
