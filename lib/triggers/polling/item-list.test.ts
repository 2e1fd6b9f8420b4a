import { expect, it } from "vitest";
import type { Poll } from "@/lib/catalog/trigger-type";
import { compare, idOf, type ItemList, mostSeen } from "./item-list";
import type { PollCursor } from "./next-page";

const poll = {
  id: "{item.id}",
  all: true,
  diff: { of: "{item.id}", events: ["added", "modified", "deleted"], words: {} },
} as unknown as Poll;

it("remembers no more of a list that is always longer than what is read, and what was read last in any case", () => {
  const most = mostSeen(poll);
  const look = (from: number, cursor: PollCursor) => {
    const items = Array.from({ length: most }, (_, n) => ({ id: `i${from + n}` }));
    const ids = items.map((item) => idOf(poll, item, {}));
    const before = new Set(cursor.seen ?? []);
    const fresh = items.filter((_, n) => !before.has(ids[n] ?? ""));
    const list: ItemList = { fresh, ids, newestMs: 0, name: {}, cut: "there is more" };
    return compare(poll, {}, list, cursor, most);
  };
  let { cursor } = look(0, {});
  for (let turn = 1; turn <= 3; turn++) {
    const { reported, cursor: next } = look(turn * 500, cursor);
    expect(reported).toHaveLength(500);
    expect(next.seen).toHaveLength(most);
    cursor = next;
  }
  expect(look(1500, cursor).reported).toEqual([]);
});
