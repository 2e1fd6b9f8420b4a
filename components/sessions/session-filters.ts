/** The filters of the sessions, in the URL and in the operation. Pure. */

export const NO_FILTERS = { search: "", user: "", state: "", made: "" } as const;
type FilterName = keyof typeof NO_FILTERS;

/** The label of each choice. */
export const STATES = { in_use: "Used in the last day", idle: "Not used for a day" } as const;
export const MAKERS = {
  member: "Created in the dashboard",
  program: "Created by a program",
  meta: "Created by an agent",
} as const;

const isMaker = (maker: string): maker is keyof typeof MAKERS => maker in MAKERS;

type Search = { get: (name: string) => string | null };
const read = (search: Search, name: FilterName): string => search.get(name)?.trim() ?? "";

/** The query of the list operation. A choice that does not exist is ignored. */
export function toSessionQuery(search: Search) {
  const [words, user, state, maker] = [
    read(search, "search"),
    read(search, "user"),
    read(search, "state"),
    read(search, "made"),
  ];
  return {
    limit: 50,
    ...(words && { search: words }),
    ...(user && { user_id: user }),
    ...((state === "in_use" || state === "idle") && { state: state as keyof typeof STATES }),
    ...(isMaker(maker) && { made_by: maker === "meta" ? ("meta_tool" as const) : maker }),
  };
}

export const isFiltered = (search: Search): boolean =>
  (Object.keys(NO_FILTERS) as FilterName[]).some((name) => read(search, name) !== "");
