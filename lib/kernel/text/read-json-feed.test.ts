/** Feeds of JSON, of both versions. */
import { describe, expect, it } from "vitest";
import { FeedError } from "./parse-feed";
import { readJsonFeed } from "./read-json-feed";

const feed = (items: unknown, version = "https://jsonfeed.org/version/1.1") => ({ version, title: "News", items });

describe("JSON Feed", () => {
  it("returns its entries, with the fields of other feeds", () => {
    const entry = {
      id: "2",
      url: "https://www.example.com/2",
      title: "Two",
      summary: "short",
      content_html: "<p>long</p>",
      content_text: "long",
      date_published: "2026-11-16T10:00:00Z",
      date_modified: "2026-11-17T10:00:00Z",
      authors: [{ name: "Ada" }, { name: "Grace" }],
      tags: ["a", 5, "", null],
    };
    expect(readJsonFeed(feed([entry]))).toEqual([
      {
        id: "2",
        title: "Two",
        link: "https://www.example.com/2",
        published: "2026-11-16T10:00:00Z",
        updated: "2026-11-17T10:00:00Z",
        author: "Ada",
        summary: "short",
        content: "<p>long</p>",
        categories: ["a", "5"],
      },
    ]);
  });

  it("returns version 1, with numbers as ids, and incomplete entries", () => {
    const items = [
      { id: 7, author: { name: "Ada" }, content_text: "text" },
      { external_url: "https://www.example.com/3", date_modified: "2026-11-17" },
      { title: "no id" },
      "no entry",
    ];
    expect(readJsonFeed(feed(items, "https://jsonfeed.org/version/1"))).toMatchObject([
      { id: "7", author: "Ada", content: "text", link: null, published: null, categories: [] },
      { id: "https://www.example.com/3", published: "2026-11-17" },
    ]);
  });

  it("is bounded in entries, texts and tags", () => {
    const entry = { id: "1", title: "t".repeat(100_000), tags: Array.from({ length: 200 }, () => "c".repeat(1000)) };
    const items = readJsonFeed(feed(Array.from({ length: 700 }, () => entry)));
    expect([items.length, items[0]?.title?.length, items[0]?.categories.length]).toEqual([500, 64 * 1024, 50]);
    expect(items[0]?.categories[0]).toHaveLength(500);
  });

  it.each([[null], [[]], [{}], [{ items: [] }], [feed({})], [feed([], "https://elsewhere.example/version/1")]])(
    "is not what another answer is: %j",
    (value) => expect(() => readJsonFeed(value)).toThrow(FeedError),
  );
});
