/** Looks at lists of every kind, without a database: what is new is found once, and nothing else. */
import { describe, expect, it } from "vitest";
import { Poll, type ProviderRequest } from "@/lib/catalog/trigger-type";
import { fillText } from "@/lib/catalog/event-value";
import { type ProviderAnswer, ProviderRefusal } from "../provider/open-asking";
import { look } from "./look";
import type { PollCursor } from "./next-page";

type AnswerInput = { status?: number; headers?: Record<string, string>; data?: unknown };

/** A trigger that is asked again and again; `find` gives the ids that one look finds. */
function trigger(pollInput: object, config: Record<string, unknown> = {}) {
  const poll = Poll.parse(pollInput);
  let cursor: PollCursor | null = null;
  let hasMore = false;
  const requests: { request: ProviderRequest; headers: Record<string, string> }[] = [];
  const find = async (...answers: AnswerInput[]): Promise<string[]> => {
    const ids: string[] = [];
    hasMore = false;
    const ask = (request: ProviderRequest, values: object): Promise<ProviderAnswer> => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([k, v]) => [k, fillText(v, values)]));
      requests.push({ request, headers });
      return Promise.resolve({ status: 200, headers: {}, data: null, ...answers.shift() });
    };
    const run = { when: [], hookEvents: [], payload: null, poll };
    const looking = { run, config, connection: {}, ask, nowMs: () => 1_764_590_400_000, untilMs: Infinity };
    for await (const step of look(looking, cursor)) {
      ids.push(...step.found.map(({ id }) => id));
      hasMore = step.hasMore ?? false;
      cursor = JSON.parse(JSON.stringify(step.cursor)) as PollCursor;
    }
    return ids;
  };
  return { find, asked: requests, leftMore: () => hasMore };
}

const data = (value: unknown): AnswerInput => ({ data: value });

describe("a look", () => {
  it("finds rows without ids that were added below, also in a list that was empty", async () => {
    const rows = (count: number) => data({ values: Array.from({ length: count }, (_, n) => [n]) });
    const { find } = trigger({
      request: { path: "/" },
      items: "values",
      numbered: true,
      id: "{item.number}",
      time: "number",
    });
    expect(await find(data({}))).toEqual([]);
    expect(await find(rows(2))).toEqual(["1", "2"]);
    expect(await find(rows(2))).toEqual([]);
    expect(await find(rows(1))).toEqual([]);
    expect(await find(rows(3))).toEqual(["3"]);
  });

  it("does not report the first rows of a long list as new, although it does not remember them all", async () => {
    const rows = (count: number) => data({ values: Array.from({ length: count }, (_, n) => [n]) });
    const { find } = trigger({
      request: { path: "/" },
      items: "values",
      numbered: true,
      id: "{item.number}",
      time: "number",
    });
    expect(await find(rows(9000))).toEqual([]);
    expect(await find(rows(9002))).toEqual(["9001", "9002"]);
  });

  it("finds each change of a single item", async () => {
    const { find } = trigger({ request: { path: "/" }, items: "", single: true, id: "{item.id}:{item.at}" });
    expect(await find(data({ id: 1, at: 1 }))).toEqual([]);
    expect(await find(data({ id: 1, at: 1 }))).toEqual([]);
    expect(await find(data({ id: 1, at: 2 }))).toEqual(["1:2"]);
  });

  it("finds a removed item once, and does not take a cut list for a whole one", async () => {
    const { find } = trigger({
      request: { path: "/" },
      items: "items",
      id: "{item.id}",
      all: true,
      removed: true,
      next: { path: "next", query: "page" },
    });
    const list = (...ids: number[]) => data({ items: ids.map((id) => ({ id })) });
    expect(await find(list(1, 2, 3))).toEqual([]);
    expect(await find(list(1, 3, 4))).toEqual(["2"]);
    expect(await find(list(1, 3, 4))).toEqual([]);
    const endless = Array.from({ length: 10 }, () => data({ items: [{ id: 1 }], next: "more" }));
    expect(await find(...endless)).toEqual([]);
  });

  it("leaves out items from before the first look if it goes by a token, however often they change", async () => {
    const { find } = trigger({
      start: { request: { path: "/start" }, token: "@odata.deltaLink" },
      request: { path: "{cursor.token}" },
      items: "value",
      id: "{item.id}",
      token: "@odata.deltaLink",
      born: "made",
    });
    const link = { "@odata.deltaLink": "https://x.example/d" };
    expect(await find(data(link))).toEqual([]);
    const value = [
      { id: "old", made: "2025-01-01T00:00:00Z" },
      { id: "new", made: "2026-01-01T00:00:00Z" },
    ];
    expect(await find(data({ ...link, value }))).toEqual(["new"]);
    expect(await find(data({ ...link, value: [{ id: "old", made: "2025-01-01T00:00:00Z" }] }))).toEqual([]);
  });

  it("asks a feed only for changes, and reports an answer that is no feed", async () => {
    const feed = (...ids: string[]) =>
      `<rss><channel>${ids.map((id) => `<item><guid>${id}</guid></item>`).join("")}</channel></rss>`;
    const { find, asked: requests } = trigger({
      request: { path: "/" },
      items: "",
      format: "feed",
      conditional: true,
      id: "{item.id}",
    });
    const headers = { etag: '"{config.x}"', "last-modified": "Mon, 16 Nov 2026 10:00:00 GMT" };
    expect(await find({ headers, data: feed("a") })).toEqual([]);
    expect(await find({ status: 304 })).toEqual([]);
    expect(await find({ headers: { etag: '"2"' }, data: feed("c", "b", "a") })).toEqual(["b", "c"]);
    expect(await find({ status: 304 })).toEqual([]);
    expect(requests.map((call) => call.headers)).toEqual([
      {},
      { "if-none-match": '"{config.x}"', "if-modified-since": "Mon, 16 Nov 2026 10:00:00 GMT" },
      { "if-none-match": '"{config.x}"', "if-modified-since": "Mon, 16 Nov 2026 10:00:00 GMT" },
      { "if-none-match": '"2"' },
    ]);
    const version = "https://jsonfeed.org/version/1.1";
    expect(await find(data({ version, items: [{ id: "d" }, { id: "c" }] }))).toEqual(["d"]);
    await expect(find(data("<html></html>"))).rejects.toThrow(ProviderRefusal);
    await expect(find(data({ error: "none" }))).rejects.toThrow(ProviderRefusal);
  });

  it("reads any list of JSON by the fields that the config names", async () => {
    const { find } = trigger(
      { request: { path: "/" }, items: "{config.items}", id: "{item.{config.id}}:{item.{config.changed}}" },
      { items: "data.rows", id: "key", changed: "at" },
    );
    const rows = (...times: number[]) => data({ data: { rows: times.map((time, n) => ({ key: `k${n}`, at: time })) } });
    expect(await find(rows(1))).toEqual([]);
    expect(await find(rows(1, 1))).toEqual(["k1:1"]);
    expect(await find(rows(2, 1))).toEqual(["k0:2"]);
  });

  const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);

  it("finds thousands of new items in bounded parts, the oldest first", async () => {
    const { find, leftMore } = trigger({ request: { path: "/" }, items: "items", id: "{item.id}", time: "at" });
    const list = (count: number) =>
      data({
        items: numbers(0, count)
          .reverse()
          .map((id) => ({ id, at: 1_764_590_400 + id * 60 })),
      });
    expect(await find(list(1))).toEqual([]);
    expect(await find(list(2501))).toEqual(numbers(1, 1001).map(String));
    expect(await find(list(2501))).toEqual(numbers(1001, 2001).map(String));
    expect(leftMore()).toBe(true);
    expect(await find(list(2502))).toEqual(numbers(2001, 2502).map(String));
    expect(leftMore()).toBe(false);
    expect(await find(list(2502))).toEqual([]);
  });

  it("does not report the end of a list as new if the list is longer than its memory", async () => {
    const { find } = trigger({ request: { path: "/" }, items: "items", id: "{item.id}" });
    const list = (count: number) =>
      data({
        items: numbers(0, count)
          .reverse()
          .map((id) => ({ id })),
      });
    expect(await find(list(9000))).toEqual([]);
    expect(await find(list(9001))).toEqual(["9000"]);
  });

  it("takes a page of thousands of items by a token in parts, each item once", async () => {
    const { find, leftMore } = trigger({
      start: { request: { path: "/start" }, token: "token" },
      request: { path: "{cursor.token}" },
      items: "items",
      id: "{item.id}",
      token: "token",
    });
    const page = data({ token: "b", items: numbers(0, 2100).map((id) => ({ id })) });
    expect(await find(data({ token: "a" }))).toEqual([]);
    expect(await find(page)).toEqual(numbers(0, 1000).map(String));
    expect(leftMore()).toBe(true);
    expect(await find(page)).toEqual(numbers(1000, 2000).map(String));
    expect(await find(page)).toEqual(numbers(2000, 2100).map(String));
    expect(leftMore()).toBe(false);
    expect(await find(data({ token: "c", items: [{ id: 5000 }] }))).toEqual(["5000"]);
  });

  it("finds a bounded part of the removed items, and then the rest", async () => {
    const { find } = trigger({ request: { path: "/" }, items: "items", id: "{item.id}", all: true, removed: true });
    const list = (count: number) => data({ items: numbers(0, count).map((id) => ({ id })) });
    expect(await find(list(1500))).toEqual([]);
    expect((await find(list(1))).length).toBe(1000);
    expect((await find(list(1))).length).toBe(499);
    expect(await find(list(1))).toEqual([]);
  });
});
