/** The filters of the triggers, in the URL and in the operation. Pure. */

type Search = { get: (name: string) => string | null };

/** Each filter's name in the URL, with its name in the operation. */
const FIELDS = {
  user: "user_ids",
  toolkit: "toolkit_slugs",
  type: "trigger_names",
  account: "connected_account_ids",
} as const;
type FilterName = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as FilterName[];

export const NO_FILTERS: Record<FilterName | "show", string> = {
  user: "",
  toolkit: "",
  type: "",
  account: "",
  show: "",
};

/** The query of the list operation: it includes disabled triggers, unless the URL asks for enabled triggers. */
export function toTriggerQuery(search: Search) {
  const filters = NAMES.flatMap((name) => {
    const value = search.get(name)?.trim();
    return value ? [[FIELDS[name], value] as const] : [];
  });
  return { limit: 50, show_disabled: search.get("show") !== "enabled", ...Object.fromEntries(filters) };
}

export const isFiltered = (search: Search): boolean => Object.keys(NO_FILTERS).some((name) => search.get(name)?.trim());
