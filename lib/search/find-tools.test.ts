import { describe, expect, it } from "vitest";
import { buildIndex } from "./build-index";
import type { ToolDocument, ToolkitDocument } from "./tool-document";
import { findTools } from "\./find-tools";
import { openIndex } from "\./open-index";
import { learnKinds } from "./learn-kinds";
import { fromBytes, toBytes } from "./index-bytes";

const toolkit = (slug: string, name: string, popularity = 0): ToolkitDocument => ({
  slug,
  name,
  description: "",
  categories: [],
  nicknames: [],
  popularity,
});
const tool = (slug: string, name: string, more: Partial<ToolDocument> = {}): ToolDocument => ({
  slug,
  toolkit: slug.split("_")[0]?.toLowerCase() ?? "",
  name,
  description: "",
  intents: [],
  parameters: [],
  tags: [],
  important: false,
  deprecated: false,
  ...more,
});

const tools = [
  tool("MAIL_SEND_EMAIL", "Send an email", { important: true, tags: ["createHint"], intents: ["write to somebody"] }),
  tool("MAIL_REPLY_TO_THREAD", "Reply to a thread", { tags: ["createHint"], intents: ["answer in the conversation"] }),
  tool("MAIL_DELETE_EMAIL", "Delete an email", { tags: ["destructiveHint"] }),
  tool("MAIL_LIST_EMAILS", "List emails", { tags: ["readOnlyHint"] }),
  tool("PAY_CREATE_REFUND", "Create a refund", { tags: ["createHint"], intents: ["give the money back"] }),
  tool("PAY_LIST_REFUNDS", "List refunds", { tags: ["readOnlyHint"] }),
  tool("PAY_OLD_REFUND", "Create a refund", { tags: ["createHint"], deprecated: true }),
  tool("DESK_SEND_EMAIL", "Send an email", { tags: ["createHint"] }),
];
const index = buildIndex(
  tools,
  [toolkit("mail", "Mailbox", 1), toolkit("pay", "PayFast"), toolkit("desk", "Helpdesk")],
  { kinds: learnKinds(tools) },
);
const open = openIndex(index);
const first = (text: string, more = {}) => findTools(open, text, { limit: 5, ...more }).hits.map(({ slug }) => slug);

describe("the tools that fit a request", () => {
  it.each([
    ["send an email to Ann", "MAIL_SEND_EMAIL"],
    ["get rid of that email", "MAIL_DELETE_EMAIL"],
    ["which emails are there?", "MAIL_LIST_EMAILS"],
    ["answer in the same conversation", "MAIL_REPLY_TO_THREAD"],
    ["give the customer his money back", "PAY_CREATE_REFUND"],
    ["refnud", "PAY_CREATE_REFUND"],
    ["send an email with Helpdesk", "DESK_SEND_EMAIL"],
  ])("%s: %s first", (text, slug) => {
    expect(first(text)[0]).toBe(slug);
  });

  it("gives only tools of the toolkits that are asked for", () => {
    expect(first("send an email", { toolkits: new Set(["desk"]) })).toEqual(["DESK_SEND_EMAIL"]);
    expect(first("send an email", { toolkits: new Set() })).toEqual([]);
  });

  it("puts a copy of a toolkit under another slug behind the more popular one, unless only the copy is allowed", () => {
    const copies = [tool("SEAHOST_SHIPS_CREATE", "Ships create"), tool("SEACOPY_CREATE_NEW_SHIP", "Create a new ship")];
    const original = { ...toolkit("seahost", "SeaHost", 0.5), nicknames: ["sea host"] };
    const sea = openIndex(buildIndex(copies, [original, toolkit("seacopy", "Sea Host")]));
    const slugs = (more = {}) => findTools(sea, "create a ship on Sea Host", { limit: 2, ...more }).hits;
    expect(slugs().map(({ toolkit: slug }) => slug)).toEqual(["seahost", "seacopy"]);
    expect(slugs({ toolkits: new Set(["seacopy"]) })[0]?.slug).toBe("SEACOPY_CREATE_NEW_SHIP");
  });

  it("puts an app that is about what is asked for before one that has the word somewhere", () => {
    const others = Array.from({ length: 30 }, (_, toolIndex) =>
      tool(`HUB_DO_THING_${toolIndex}`, `Do thing ${toolIndex}`),
    );
    const topical = ["List", "Show", "Find", "Count"].map((verb) =>
      tool(`TIX_${verb.toUpperCase()}_TICKETS`, `${verb} tickets`),
    );
    const both = [tool("HUB_CLOSE_TICKET", "Close a ticket"), ...others, tool("TIX_CLOSE_TICKET", "Close a ticket")];
    const mixed = openIndex(buildIndex([...both, ...topical], [toolkit("hub", "Hub"), toolkit("tix", "Tixdesk")]));
    const [hit] = findTools(mixed, "close the ticket", { limit: 1, explain: true }).hits;
    expect(hit?.slug).toBe("TIX_CLOSE_TICKET");
    expect(hit?.why?.boosts).toContain("app for this");
    expect(findTools(mixed, "close the ticket in Hub", { limit: 1 }).hits[0]?.slug).toBe("HUB_CLOSE_TICKET");
  });

  it("takes a word of an app's name that no other app has for a hint, not for the app's name", () => {
    const strangers = Array.from({ length: 30 }, (_, toolIndex) =>
      tool(`AZ_FRONT_${toolIndex}`, `Read front ${toolIndex}`),
    );
    const named = openIndex(
      buildIndex(
        [
          tool("AZ_GET_FRONT", "Get a front", { important: true }),
          tool("HN_GET_PAGE", "Get the front page"),
          ...strangers,
        ],
        [toolkit("az", "Azure Front Door", 1), toolkit("hn", "Hacker News")],
      ),
    );
    const [hit, ...others] = findTools(named, "hacker front", { limit: 5, explain: true }).hits;
    expect(hit?.slug).toBe("HN_GET_PAGE");
    expect(hit?.why?.boosts).toContain("app perhaps named");
    expect(others.map(({ toolkit }) => toolkit)).toContain("az");
  });

  it("takes a question for people as one", () => {
    const others = Array.from({ length: 20 }, (_, toolIndex) =>
      tool(`HR_LIST_FORM_${toolIndex}`, `List form ${toolIndex}`),
    );
    const questionTools = [
      tool("HR_PAGE", "Page of the team"),
      tool("HR_ROSTER", "Roster of the team", { intents: ["who sits here"] }),
    ];
    const team = openIndex(buildIndex([...questionTools, ...others], [toolkit("hr", "People")]));
    expect(findTools(team, "who belongs to the team?", { limit: 1 }).hits[0]?.slug).toBe("HR_ROSTER");
  });

  it("puts connected apps ahead of others that fit as well", () => {
    const equal = openIndex(
      buildIndex(
        [tool("ANN_SEND_EMAIL", "Send an email"), tool("BOB_SEND_EMAIL", "Send an email")],
        [toolkit("ann", "Ann"), toolkit("bob", "Bob")],
      ),
    );
    const best = (connected: string) =>
      findTools(equal, "send an email", { limit: 2, connected: new Set([connected]) }).hits[0]?.toolkit;
    expect([best("ann"), best("bob")]).toEqual(["ann", "bob"]);
  });

  it("gives a deprecated tool after its successor", () => {
    const slugs = first("create a refund");
    expect(slugs.indexOf("PAY_OLD_REFUND")).toBeGreaterThan(slugs.indexOf("PAY_CREATE_REFUND"));
  });

  it("leaves deprecated tools out, if asked", () => {
    expect(first("create a refund", { withoutDeprecated: true })).not.toContain("PAY_OLD_REFUND");
    expect(first("PayFast", { withoutDeprecated: true })).not.toContain("PAY_OLD_REFUND");
  });

  it("gives the tool whose slug is the whole request, unless it is left out", () => {
    for (const text of ["PAY_OLD_REFUND", " pay_old_refund "]) expect(first(text)[0]).toBe("PAY_OLD_REFUND");
    expect(first("PAY_OLD_REFUND", { withoutDeprecated: true })).not.toContain("PAY_OLD_REFUND");
    expect(first("PAY_OLD_REFUND", { toolkits: new Set(["mail"]) })).not.toContain("PAY_OLD_REFUND");
  });

  it("gives the tools of an app that is named without anything else", () => {
    expect(first("PayFast")).toContain("PAY_CREATE_REFUND");
  });

  it("says where the words were found, if asked", () => {
    const [hit] = findTools(open, "money back", { limit: 1, explain: true }).hits;
    expect(hit?.why?.matched[0]).toMatchObject({ fields: expect.arrayContaining(["name"]) });
    expect(findTools(open, "money back", { limit: 1 }).hits[0]?.why).toBeUndefined();
  });

  it("is not sure of what nothing fits", () => {
    expect(findTools(open, "water my plants on the balcony", { limit: 5 }).confidence).toBe("low");
    expect(findTools(open, "send an email", { limit: 5 }).confidence).toBe("high");
  });

  it.each(["", "    ", "'", "a", "12345", "\ud800", "((((", "%%%", "日本"])("answers %j without failing", (text) => {
    expect(findTools(open, text, { limit: 5 }).hits.length).toBeLessThanOrEqual(5);
  });

  it("answers one request like the one before: nothing of it stays behind", () => {
    const before = first("send an email");
    first("delete refunds");
    expect(first("send an email")).toEqual(before);
  });
});

describe("an index as bytes", () => {
  it("is read back as it was written, from any place in memory", () => {
    const bytes = toBytes(index);
    expect(fromBytes(bytes)).toEqual(index);
    const moved = new Uint8Array(bytes.length + 3);
    moved.set(bytes, 3);
    expect(fromBytes(moved.subarray(3))).toEqual(index);
  });
});
