/** What a poll remembers of the items of a list, and what has changed since. Pure. */
import { createHash } from "node:crypto";
import { fillTemplate, fillText } from "@/lib/catalog/event-value";
import type { ChangeKind, Poll } from "@/lib/catalog/trigger-type";
import { toKeptId } from "./kept-id";
import type { PollCursor } from "./next-page";

/** The maximum of ids that are stored for a list: more than most lists return at once. Items after them are ignored. */
const MAX_SEEN = 3000;
/** Of lists without an order, which are read to their end. */
const MAX_SEEN_OF_ALL = 20_000;

export const mostSeen = ({ all }: Poll): number => (all ? MAX_SEEN_OF_ALL : MAX_SEEN);

export type ItemList = {
  fresh: unknown[];
  ids: string[];
  newestMs: number;
  /** Why items of it were left out. */
  cut?: string;
  name: Pick<PollCursor, "etag" | "modified">;
};

/** Between the key of an item and the digest of its form, in a kept id. */
const FORM = "#";

const keyOf = (keptId: string): string => keptId.slice(0, keptId.lastIndexOf(FORM));

/** The id of an item as it is kept: of polls that compare, the key of what it describes with a digest of its form. */
export function idOf({ id, diff }: Poll, item: unknown, config: object): string {
  if (!diff) return toKeptId(fillText(id, { item, config }));
  const form = JSON.stringify(fillTemplate(id, { item, config }) ?? null);
  const digest = createHash("sha256").update(form).digest("base64url").slice(0, 16);
  return `${toKeptId(fillText(diff.of, { item, config }))}${FORM}${digest}`;
}

/** A change of one thing between two looks. */
export class Change {
  constructor(
    readonly kind: ChangeKind,
    /** The item as it is now; of one that is deleted only `{id}`. */
    readonly item: unknown,
    /** The kept id of its new form; of one that is deleted the last one. */
    readonly keptId: string,
    /** Another one for each look: a change back is an event too. */
    readonly eventId: string,
  ) {}
}

/** Kept ids by the key of what they describe; the first counts. */
function byKey(keptIds: readonly string[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const keptId of keptIds) if (!ids.has(keyOf(keptId))) ids.set(keyOf(keptId), keptId);
  return ids;
}

/** The changes since the last look. */
function changesSince(poll: Poll, config: object, list: ItemList, cursor: PollCursor): Change[] {
  const [before, now] = [byKey(cursor.seen ?? []), byKey(list.ids)];
  const turn = cursor.turn ?? 0;
  const changes: Change[] = [];
  for (const item of list.fresh) {
    const keptId = idOf(poll, item, config);
    const key = keyOf(keptId);
    // Of two things with one key the first counts, at each look.
    if (now.get(key) !== keptId) continue;
    const kind = before.has(key) ? "modified" : "added";
    changes.push(new Change(kind, item, keptId, `${keptId}${FORM}${turn}`));
  }
  // Of a list that was not read to its end, nothing is known to be gone.
  if (list.cut) return changes;
  for (const [key, keptId] of before)
    if (!now.has(key)) changes.push(new Change("deleted", { id: key }, keptId, `${keptId}${FORM}gone${FORM}${turn}`));
  return changes;
}

/**
 * The list after changes: what it held before, with each of them carried out. Of a list that is always longer than what
 * is read, what was read last stays.
 */
function afterChanges(poll: Poll, list: ItemList, cursor: PollCursor, changes: readonly Change[]): PollCursor {
  const ids = byKey(cursor.seen ?? []);
  for (const { kind, keptId } of changes)
    if (kind === "deleted") ids.delete(keyOf(keptId));
    else ids.set(keyOf(keptId), keptId);
  const here = new Set(list.ids.map(keyOf));
  const isHere = (keptId: string): boolean => here.has(keyOf(keptId));
  const keptIds = [...ids.values()];
  const seenIds = [...keptIds.filter(isHere), ...keptIds.filter((keptId) => !isHere(keptId))];
  return { seen: seenIds.slice(0, mostSeen(poll)), turn: (cursor.turn ?? 0) + 1 };
}

/**
 * What one look reports of the changes since the last one, at most `most`, and the cursor behind it. What was there at
 * the first look is no change.
 */
export function compare(
  poll: Poll,
  config: object,
  list: ItemList,
  cursor: PollCursor,
  most: number,
): { reported: Change[]; left: number; cursor: PollCursor } {
  const changes = changesSince(poll, config, list, cursor);
  const kinds = new Set<string>(cursor.seen === undefined ? [] : poll.diff?.events);
  const matches = changes.filter(({ kind }) => kinds.has(kind));
  const rest = new Set(matches.slice(most));
  const done = changes.filter((change) => !rest.has(change));
  return { reported: matches.slice(0, most), left: rest.size, cursor: afterChanges(poll, list, cursor, done) };
}

/** Items that are no longer in a list; none if the list was not read to its end. */
export function goneFrom({ ids, cut }: ItemList, { seen: previousIds }: PollCursor): { id: string }[] {
  const here = new Set(ids);
  return cut ? [] : (previousIds ?? []).filter((id) => !here.has(id)).map((id) => ({ id }));
}

/** The cursor after a look that leaves these items for the next look. */
export function cursorBehind(
  poll: Poll,
  { config, nowMs }: { config: object; nowMs: () => number },
  list: ItemList,
  cursor: PollCursor,
  rest: unknown[],
): PollCursor {
  const { removed, time, numbered } = poll;
  const left = new Set(rest.map((item) => idOf(poll, item, config)));
  const before = removed && !list.cut ? [...left] : (cursor.seen ?? []);
  const here = removed ? list.ids : list.ids.filter((id) => !left.has(id));
  const seenIds = [...new Set([...here, ...before])].slice(0, mostSeen(poll));
  // Items that are left must not count as old, or as unchanged, at the next look.
  if (rest.length > 0) return { seen: seenIds, ...(cursor.sinceMs !== undefined && { sinceMs: cursor.sinceMs }) };
  const sinceMs = time === undefined ? undefined : list.newestMs || (numbered ? 0 : nowMs());
  return { seen: seenIds, ...(sinceMs !== undefined && { sinceMs }), ...list.name };
}
