/** For whom toolkits and their tools are. Pure. */
import type { CatalogTool, CatalogToolkit } from "./catalog";

/** Whether a toolkit is for this user: for all, or made by the project for this user alone. */
export const isForUser = ({ meta }: Pick<CatalogToolkit, "meta">, userId: string | undefined): boolean =>
  meta.onlyUser === undefined || meta.onlyUser === userId;

/** Whether the toolkit of a tool is for this user. */
export const isToolForUser = ({ onlyUser }: Pick<CatalogTool, "onlyUser">, userId: string | undefined): boolean =>
  (onlyUser ?? userId) === userId;
