/** What a search answers, by its parts, and where its links lead. */
import type { ResultOf } from "@/lib/contract/client";
import type { findApi } from "@/generated/addresses/find";

type Found = ResultOf<typeof findApi.find>;
export type FoundStep = Found["steps"][number];
export type FoundTool = FoundStep["primary"][number];
export type FoundPlan = NonNullable<FoundStep["plan"]>;
export type FoundApp = Found["apps"][number];
/** Apps by their slug. */
export type Apps = ReadonlyMap<string, FoundApp>;

export const toolHref = (slug: string): string => `/tools/${encodeURIComponent(slug)}`;

/** @param user for whom the search was made; empty for anybody */
export const tryHref = (slug: string, user: string): string =>
  `/playground?tool=${encodeURIComponent(slug)}${user ? `&user=${encodeURIComponent(user)}` : ""}`;

/** Where the toolkit's own page leads to as well. */
export const connectHref = (toolkit: string): string => `/auth-configs/new?toolkit=${encodeURIComponent(toolkit)}`;

export const findHref = (request: string): string => `/find?q=${encodeURIComponent(request)}`;
