/** The filters of the connected accounts, in the URL and in the operation. */
import { ACCOUNT_STATUSES } from "@/lib/connected-accounts/constants";

export const STATUSES = ACCOUNT_STATUSES;

type Search = { get: (name: string) => string | null };

/** Each filter's name in the URL, with its name in the operation. */
const FIELDS = { user: "user_ids", toolkit: "toolkit_slugs", status: "statuses", config: "auth_config_ids" } as const;
type FilterName = keyof typeof FIELDS;
const FILTER_NAMES = Object.keys(FIELDS) as FilterName[];

export const NO_FILTERS: Record<FilterName, string> = { user: "", toolkit: "", status: "", config: "" };

const read = (search: Search, name: FilterName): string => search.get(name)?.trim() ?? "";

const areStatuses = (text: string): boolean =>
  text.split(",").every((status) => ACCOUNT_STATUSES.some((candidate) => candidate === status));

/** Accounts that have worked, or attempts to connect, which never did. */
export type AccountTab = "accounts" | "attempts";
export const readTab = (search: Search): AccountTab => (search.get("tab") === "attempts" ? "attempts" : "accounts");

/** The query of the list operation. A status that does not exist is ignored. */
export function toAccountQuery(search: Search) {
  const filters = FILTER_NAMES.flatMap((name) => {
    const value = read(search, name);
    if (value === "" || (name === "status" && !areStatuses(value))) return [];
    return [[FIELDS[name], value] as const];
  });
  return {
    limit: 50,
    ever_active: readTab(search) === "accounts",
    ...(search.get("order") === "oldest" && { order_direction: "asc" as const }),
    ...Object.fromEntries(filters),
  };
}

export const isFiltered = (search: Search): boolean => FILTER_NAMES.some((name) => read(search, name) !== "");
