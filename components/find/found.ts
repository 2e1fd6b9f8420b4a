/** The parts of a search response, and the targets of its links. */
import type { ResultOf } from "@/lib/contract/client";
import type { findApi } from "@/generated/addresses/find";

type FindResult = ResultOf<typeof findApi.find>;
export type FoundStep = FindResult["steps"][number];
export type FoundTool = FoundStep["primary"][number];
export type FoundPlan = NonNullable<FoundStep["plan"]>;
export type FoundApp = FindResult["apps"][number];
/** Apps by their slug. */
export type Apps = ReadonlyMap<string, FoundApp>;

export const toolHref = (slug: string): string => `/tools/${encodeURIComponent(slug)}`;

/** @param user the user of the search; empty for any user */
export const tryHref = (slug: string, user: string): string =>
  `/playground?tool=${encodeURIComponent(slug)}${user ? `&user=${encodeURIComponent(user)}` : ""}`;

/** The same target as on the toolkit's own page. */
export const connectHref = (toolkit: string): string => `/auth-configs/new?toolkit=${encodeURIComponent(toolkit)}`;

export const findHref = (request: string): string => `/find?q=${encodeURIComponent(request)}`;
