/** What a scoped key may do: a level for each area, fixed when the key is made. */
import { z } from "zod";
import { type AreaPermission, KEY_AREAS } from "@/lib/contract/permission";

const StoredScopes = z.partialRecord(z.enum(KEY_AREAS), z.enum(["read", "write"]));

/** An area that is absent is closed. */
export type KeyScopes = z.output<typeof StoredScopes>;

/** @returns no scopes for what this version cannot read: a key that nobody understands has no permission */
export const readScopes = (value: unknown): KeyScopes => StoredScopes.catch({}).parse(value);

/** Write access to an area includes read access. */
export const toPermissions = (scopes: KeyScopes): ReadonlySet<AreaPermission> =>
  new Set(
    KEY_AREAS.flatMap((area): AreaPermission[] => {
      const level = scopes[area];
      if (level === undefined) return [];
      return level === "write" ? [`${area}:read`, `${area}:write`] : [`${area}:read`];
    }),
  );

/** Leaves out the areas that are closed. */
export const toScopes = (levels: Partial<Record<keyof KeyScopes, "none" | "read" | "write">>): KeyScopes =>
  Object.fromEntries(Object.entries(levels).filter(([, level]) => level !== "none")) as KeyScopes;
