/** The word that somebody is typing becomes a word of the tools that fit the words before it. */
import { describe, expect, it } from "vitest";
import { buildIndex } from "./build-index";
import { completeWord, readTypedWord } from "./complete-word";
import { findTools } from "./find-tools";
import { openIndex } from "./open-index";

const toolkit = (slug: string, name: string) => ({
  slug,
  name,
  description: "",
  categories: [],
  nicknames: [],
  popularity: 0,
});
const tool = (slug: string, name: string) => ({
  slug,
  toolkit: slug.split("_")[0]?.toLowerCase() ?? "",
  name,
  description: "",
  intents: [],
  parameters: [],
  tags: [],
  important: false,
  deprecated: false,
});

const open = openIndex(
  buildIndex(
    [
      tool("CHAT_SEND_MESSAGE", "Send a message to a channel"),
      tool("CHAT_LIST_CHANNELS", "List channels"),
      tool("SHOP_LIST_METALS", "List metals"),
      tool("SHOP_LIST_METERS", "List meters"),
      tool("SHOP_SHOW_METER", "Show a meter"),
      tool("SHOP_QUERY_DATABASE", "Query a database"),
    ],
    [toolkit("chat", "Chatter"), toolkit("shop", "Shopper"), toolkit("rooms", "Chatter Meetings")],
  ),
);
const terms = (word: string, before: string) => {
  const hits = before === "" ? [] : findTools(open, before, { limit: 50 }).hits;
  return completeWord(open, { before: before && `${before} `, word }, hits).map(({ term }) => term);
};

describe("the word that is typed", () => {
  it.each([
    ["slack mess", { before: "slack ", word: "mess" }],
    ["Mess", { before: "", word: "mess" }],
    ["slack, mess", { before: "slack, ", word: "mess" }],
  ])("%j is open at its end", (text, typed) => expect(readTypedWord(text)).toEqual(typed));

  it.each(["", "slack ", "slack mess.", "a", "add b", "x".repeat(200)])("%j has none", (text) =>
    expect(readTypedWord(text)).toBeUndefined(),
  );
});

describe("its completions", () => {
  it("are words of the tools that fit the words before", () => {
    expect(terms("mes", "chatter")).toEqual(["messag"]);
    expect(terms("me", "list")[0]).not.toBe("messag");
  });

  it("are the words of the most tools if nothing is before, or nothing fits it", () => {
    expect(terms("met", "")[0]).toBe("meter");
    expect(terms("met", "gardening")[0]).toBe("meter");
    expect(terms("zz", "")).toEqual([]);
    expect(terms("to", "send")).toEqual([]);
  });

  it("have the whole word among them, also in another form", () => {
    expect(terms("channels", "list")).toEqual(["channel"]);
    expect(terms("meter", "show")[0]).toBe("meter");
  });

  it("make the name of a toolkit whole before they are anything else", () => {
    const hits = findTools(open, "chatter", { limit: 50 }).hits;
    expect(completeWord(open, { before: "chatter ", word: "me" }, hits)).toEqual([
      { word: "meetings", term: "meet", share: 1 },
    ]);
  });

  it("find tools though a stem is not the stem of itself", () => {
    const [term = ""] = terms("datab", "");
    expect(findTools(open, term, { limit: 1, lastTerm: { word: term, term } }).hits[0]?.slug).toBe(
      "SHOP_QUERY_DATABASE",
    );
  });
});
