/** The names of the organization's people, for pages that show who created something. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { accessApi } from "@/generated/addresses/access";
import { query } from "@/lib/contract/client";
import { useMay, useSession } from "./use-session";

export type People = {
  you: string | undefined;
  /** By id; undefined until the server has said, and for who may not see members. */
  names: ReadonlyMap<string, string> | undefined;
  /** The people who may do everything, in the order in which they joined. */
  keepers: readonly string[];
};

export function usePeople(): People {
  const you = useSession().data?.user.id;
  const members = useQuery({
    ...query(accessApi.listMembers, { query: { limit: 1000 } }),
    enabled: useMay("members:read") && you !== undefined,
    staleTime: 60_000,
  });
  const items = members.data?.items;
  return {
    you,
    names: items && new Map(items.map(({ id, name, email }) => [id, name ?? email])),
    keepers:
      items?.filter(({ role }) => role === "owner" || role === "admin").map((person) => person.name ?? person.email) ??
      [],
  };
}

/** The name of a person on a page. */
export function nameOfPerson(id: string, { you, names }: Pick<People, "you" | "names">): string {
  if (id === you) return "You";
  if (!names) return "A member";
  return names.get(id) ?? "A former member";
}
