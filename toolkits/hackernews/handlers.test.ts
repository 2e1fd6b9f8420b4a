import { expect, it } from "vitest";
import type { HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";

const thread = (text = "x".repeat(501)) => ({
  id: 1,
  text,
  children: [
    { id: 2, text: "short", children: [{ id: 3, children: [] }] },
    { id: 4, text: null, children: [] },
  ],
});

const getItem = (args: object, text?: string) =>
  handlers.getItem?.(
    { item_id: "1", ...args } as never,
    { call: async () => ({ status: 200, headers: {}, data: thread(text) }) } as never as HandlerTools,
  );

it("gives the whole thread, or as many levels and comments as the caller wants", async () => {
  expect(await getItem({})).toEqual(thread());
  expect(await getItem({ max_depth: 0 })).toMatchObject({ id: 1, children: [] });
  expect(await getItem({ max_depth: 1, max_children: 1 })).toMatchObject({ children: [{ id: 2, children: [] }] });
  expect(await getItem({ truncate_text: true })).toMatchObject({ text: `${"x".repeat(500)}…` });
});

it("cuts no character into halves", async () =>
  expect(await getItem({ truncate_text: true }, `${"x".repeat(499)}😀y`)).toMatchObject({
    text: `${"x".repeat(499)}😀…`,
  }));

it.each([
  [{}, "story"],
  [{ tags: ["comment", "author_pg"] }, "comment,author_pg"],
])("lists the newest items that have all tags: %o", async (args, tags) => {
  const queries: unknown[] = [];
  const call: HandlerTools["call"] = ({ query }) => {
    queries.push(query);
    return Promise.resolve({ status: 200, headers: {}, data: { hits: [] } });
  };
  await handlers.getLatestPosts?.(args as never, { call } as never as HandlerTools);
  expect(queries).toMatchObject([{ tags }]);
});
