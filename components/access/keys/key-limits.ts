/** The limits of a new key as people type them: a line for each user ID and address. Pure. */
import type { Limits } from "./key-access";

/** The texts of the form's fields. Toolkits are chosen and have commas between them; empty texts limit nothing. */
export type LimitTexts = Partial<Record<"toolkits" | "user_ids" | "addresses", string | undefined>>;

const MAX_SHOWN = 80;

const toEntries = (text: string | undefined, separator: RegExp): string[] =>
  (text ?? "")
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean);

/** A user ID can contain commas and spaces; toolkits and addresses cannot. */
const SEPARATORS = { toolkits: /[\n,]/, user_ids: /\n/, addresses: /[\s,]/ } as const;

const FIELDS = ["toolkits", "user_ids", "addresses"] as const;

/** The limits as the operation takes them; undefined if nothing is limited. */
export function toLimits(texts: LimitTexts): NonNullable<Limits> | undefined {
  const lists = FIELDS.map((field) => [field, toEntries(texts[field], SEPARATORS[field])] as const);
  const limits = lists.filter(([, list]) => list.length > 0);
  return limits.length > 0 ? Object.fromEntries(limits) : undefined;
}

type Issue = { path: readonly PropertyKey[]; message: string };

/** The first error of each field, with the entry that caused it. */
export function toLimitErrors(limits: NonNullable<Limits>, issues: readonly Issue[]) {
  return FIELDS.flatMap((field) => {
    const issue = issues.find(({ path }) => path[0] === "limits" && path[1] === field);
    if (!issue) return [];
    const entry = limits[field]?.[Number(issue.path[2])];
    return [
      { field, message: entry === undefined ? issue.message : `“${entry.slice(0, MAX_SHOWN)}” ${issue.message}` },
    ];
  });
}
