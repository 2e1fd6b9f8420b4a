/** Channels and people by name against a stand-in for Slack. */
import { describe, expect, it } from "vitest";
import { ProviderRefusal, type HandlerRequest } from "@/lib/catalog/tool-handler";
import { recorderOf } from "@/test/builders/handler-recorder";
import { handlers } from "./handlers";

const run = recorderOf(handlers);
const formOf = ({ rawBody }: HandlerRequest): URLSearchParams => new URLSearchParams(String(rawBody));
const channel = (id: string, name: string, topic = "") => ({
  id,
  name,
  topic: { value: topic },
  purpose: { value: "" },
});
const CHANNELS = [
  channel("C1", "sales-launch"),
  channel("C2", "random", "The LAUNCH of things"),
  channel("C3", "launch"),
  channel("C4", "launch-eu"),
  channel("C5", "other"),
];
/** Slack with one item a page; the page of that number is refused. */
const pages =
  (key: string, items: unknown[], refusedPage = -1) =>
  (request: HandlerRequest): unknown => {
    const page = Number(formOf(request).get("cursor") ?? 0);
    if (page === refusedPage) throw new ProviderRefusal("Slack refused the request: ratelimited", 200);
    const next = page + 1 < items.length ? String(page + 1) : "";
    return { ok: true, [key]: [items[page]], response_metadata: { next_cursor: next } };
  };
const idsIn = (list: unknown): unknown[] => (list as { id: string }[]).map(({ id }) => id);

describe("channels", () => {
  it("are found on all pages by name, topic and purpose, the best fits first", async () => {
    const { result, requests } = run("findChannels", { query: "#Launch" }, pages("channels", CHANNELS));
    const answer = await result;
    expect(idsIn(answer.channels)).toEqual(["C3", "C4", "C1", "C2"]);
    expect(answer).toMatchObject({ looked_through: 5, is_complete: true });
    expect(requests).toHaveLength(5);
  });

  it("can be limited to the whole name, to those of the account, and to other kinds", async () => {
    const args = { query: "launch", exact_match: true, member_only: true, types: "im", exclude_archived: false };
    const { result, requests } = run("findChannels", args, pages("channels", [CHANNELS[2], CHANNELS[3]]));
    expect(idsIn((await result).channels)).toEqual(["C3"]);
    const [first] = requests;
    expect(first?.path).toBe("/users.conversations");
    expect(Object.fromEntries(formOf(first as HandlerRequest))).toEqual({
      types: "im",
      exclude_archived: "false",
      limit: "1000",
    });
  });

  it("that were read before a refused page are given, and the problem is named", async () => {
    const { result } = run("findChannels", { query: "launch" }, pages("channels", CHANNELS, 1));
    expect(await result).toMatchObject({
      channels: [{ id: "C1" }],
      is_complete: false,
      problem: "Slack refused the request: ratelimited",
    });
    await expect(run("findChannels", {}, pages("channels", CHANNELS, 0)).result).rejects.toThrow("ratelimited");
  });

  it("whose names are not in the pages that could be read are not called missing", async () => {
    const args = { channel: "other", markdown_text: "Hi" };
    await expect(run("sendMarkdown", args, pages("channels", CHANNELS, 1)).result).rejects.toThrow(
      '"other" is not among the first 1 channels, and the others were not read. Give its ID. Slack refused the request: ' +
        "ratelimited",
    );
    await expect(run("sendMarkdown", { ...args, channel: "no" }, pages("channels", CHANNELS)).result).rejects.toThrow(
      'There is no channel "no"',
    );
  });

  it("are not looked through for ever", async () => {
    const many = Array.from({ length: 50 }, (_, index) => channel(`C${index}`, `c${index}`));
    const { result, requests } = run("findChannels", { limit: 3 }, pages("channels", many));
    expect(await result).toMatchObject({ looked_through: 10, is_complete: false });
    expect(requests).toHaveLength(10);
    expect(idsIn((await result).channels)).toEqual(["C0", "C1", "C2"]);
  });
});

describe("people", () => {
  const PEOPLE = [
    {
      id: "U1",
      name: "alovelace",
      real_name: "Ada Lovelace",
      profile: { display_name: "Ada", email: "ada@example.com" },
    },
    { id: "U2", name: "adabot", real_name: "Ada Bot", is_bot: true },
    { id: "U3", name: "adal", real_name: "Ada Old", deleted: true },
    { id: "U4", name: "nevada", real_name: "Nev Ada" },
  ];

  it("are found by name, without bots and those who left", async () => {
    const people = pages("members", PEOPLE);
    expect(idsIn((await run("findUsers", { search_query: "@ada" }, people).result).users)).toEqual(["U4", "U1"]);
    const all = { search_query: "ada", include_bots: true, include_deleted: true, limit: 2 };
    expect(idsIn((await run("findUsers", all, people).result).users)).toEqual(["U2", "U3"]);
    const exact = { search_query: "Ada Lovelace", exact_match: true };
    expect(idsIn((await run("findUsers", exact, people).result).users)).toEqual(["U1"]);
  });

  it("are asked for by an address, and looked through where Slack does not know it", async () => {
    const byEmail =
      (isKnown: boolean) =>
      (request: HandlerRequest): unknown => {
        if (request.path !== "/users.lookupByEmail") return pages("members", PEOPLE)(request);
        if (!isKnown) throw new ProviderRefusal("Slack refused the request: users_not_found", 200);
        return { ok: true, user: PEOPLE[0] };
      };
    const args = { search_query: "ADA@example.com" };
    const search = run("findUsers", args, byEmail(true));
    expect(idsIn((await search.result).users)).toEqual(["U1"]);
    expect(search.requests).toHaveLength(1);
    expect(idsIn((await run("findUsers", args, byEmail(false)).result).users)).toEqual(["U1"]);
  });
});
