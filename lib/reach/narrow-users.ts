/** Narrows the filter of a list to what a limited key reaches. */
import type { Reach } from "@/lib/access/caller";
import {
  assertEveryToolkit,
  assertEveryUser,
  assertToolkitInReach,
  assertUserInReach,
} from "@/lib/access/keys/limited-of";

type Filter<Name extends string> = { [Key in Name]?: string[] | undefined };

/** @throws ApiError Forbidden for users that the key does not reach */
export function narrowUsers<Name extends string>(filter: Filter<Name>, name: Name, reach: Reach): void {
  const { users } = reach;
  if (!users) return;
  // An empty list is no filter.
  if (users.size === 0) return assertEveryUser(reach);
  const named = filter[name] ?? [];
  for (const userId of named) assertUserInReach(reach, userId);
  if (named.length === 0) filter[name] = [...users];
}

/** @throws ApiError Forbidden for toolkits that the key does not reach */
export function narrowToolkits<Name extends string>(filter: Filter<Name>, name: Name, reach: Reach): void {
  const { toolkits } = reach;
  if (!toolkits) return;
  if (toolkits.size === 0) return assertEveryToolkit(reach);
  const named = filter[name] ?? [];
  for (const slug of named) assertToolkitInReach(reach, slug);
  if (named.length === 0) filter[name] = [...toolkits];
}
