/** Threads and Markdown of Slack: pages, names, markup, and messages that are too long for one. */
import { describe, expect, it } from "vitest";
import { ProviderRefusal, type HandlerRequest } from "@/lib/catalog/tool-handler";
import { OutboundError } from "@/lib/kernel/outbound/outbound-error";
import { recorderOf } from "@/test/builders/handler-recorder";
import { handlers } from "./handlers";
import { partsOf } from "./send-markdown";
import { toMarkdown } from "./to-markdown";

const run = recorderOf(handlers);
const formOf = ({ rawBody }: HandlerRequest): URLSearchParams => new URLSearchParams(String(rawBody));
const FIRST = "1524523204.000100";
const message = (ts: string, user: string, text: string) => ({ ts, user, text });
const PAGES = [
  [message(FIRST, "U01", "Plan for <@U02>?"), message("1524523205.000000", "U02", "*Yes*")],
  [message(FIRST, "U01", "Plan for <@U02>?"), { ts: "1524523206.000000", bot_profile: { name: "CI" }, text: "ok" }],
];
const slack =
  (refuse: (request: HandlerRequest) => boolean = () => false) =>
  (request: HandlerRequest): unknown => {
    if (refuse(request)) throw new ProviderRefusal("Slack refused the request: ratelimited", 200);
    if (request.path === "/users.info")
      return { ok: true, user: { real_name: formOf(request).get("user") === "U01" ? "Ada" : "Bob", profile: {} } };
    const page = Number(formOf(request).get("cursor") ?? 0);
    return { ok: true, messages: PAGES[page], response_metadata: { next_cursor: page === 0 ? "1" : "" } };
  };
const isSecondPage = (request: HandlerRequest): boolean => formOf(request).get("cursor") === "1";

describe("a whole thread", () => {
  it("has the messages of all pages once, with names and Markdown", async () => {
    const { result, requests } = run("readWholeThread", { channel: "C0123456", ts: "1524523204.0001" }, slack());
    const answer = await result;
    expect(answer).toMatchObject({ channel: "C0123456", thread_ts: FIRST, is_complete: true });
    expect(answer.messages).toMatchObject([
      { author: "Ada", markdown: "Plan for @Bob?", time: "2018-04-23T22:40:04.000Z" },
      { author: "Bob", markdown: "**Yes**", text: "*Yes*" },
      { author: "CI", markdown: "ok" },
    ]);
    expect(Object.fromEntries(formOf(requests[0] as HandlerRequest))).toEqual({
      channel: "C0123456",
      ts: FIRST,
      limit: "200",
    });
  });

  it.each([
    ["https://x.slack.com/archives/C0123456/p1524523204000100", FIRST],
    ["https://x.slack.com/archives/C0123456/p1524523299000000?thread_ts=1524523204.0001&cid=C0123456", FIRST],
  ])("is found by the link %s", async (link, ts) => {
    const { result } = run("readWholeThread", { link }, slack());
    expect(await result).toMatchObject({ channel: "C0123456", thread_ts: ts });
  });

  it("is given up to a page that is refused, or to the number that is wanted, and can be continued", async () => {
    const place = { channel: "C0123456", ts: FIRST };
    const broken = await run("readWholeThread", place, slack(isSecondPage)).result;
    expect(broken).toMatchObject({
      is_complete: false,
      next_cursor: "1",
      problem: "Slack refused the request: ratelimited",
    });
    expect(broken.messages).toHaveLength(2);
    expect(await run("readWholeThread", { ...place, max_messages: 2 }, slack()).result).toMatchObject({
      next_cursor: "1",
    });
    const rest = await run("readWholeThread", { ...place, cursor: "1" }, slack()).result;
    expect(rest).toMatchObject({ is_complete: true });
  });

  it("ends where pages bring nothing new", async () => {
    const first = (): unknown => ({
      ok: true,
      messages: PAGES[0]?.slice(0, 1),
      response_metadata: { next_cursor: "n" },
    });
    const endless = (request: HandlerRequest) => (request.path === "/users.info" ? { ok: true } : first());
    const { result, requests } = run("readWholeThread", { channel: "C0123456", ts: FIRST }, (request) => {
      if (requests.length > 50) throw new Error("endless");
      return endless(request);
    });
    expect(await result).toMatchObject({ messages: [{ ts: FIRST }], is_complete: false, next_cursor: "n" });
  });

  it("names people by their IDs where their names cannot be read", async () => {
    const { result } = run(
      "readWholeThread",
      { channel: "C0123456", ts: FIRST },
      slack(({ path }) => path === "/users.info"),
    );
    expect((await result).messages).toMatchObject([
      { author: "U01", markdown: "Plan for @U02?" },
      { author: "U02" },
      {},
    ]);
  });

  it.each([
    [{}, "Give channel and ts"],
    [{ link: "https://x.slack.com/archives" }, "no link to a message"],
  ])("is not read for %o", async (args, words) => {
    await expect(run("readWholeThread", args, slack()).result).rejects.toThrow(words);
  });
});

it.each([
  ["*bold* _it_ ~gone~ 2*3*4", "**bold** _it_ ~~gone~~ 2*3*4"],
  [
    "<https://a.example/x?a=1&amp;b=2|the plan> <https://a.example>",
    "[the plan](https://a.example/x?a=1&b=2) https://a.example",
  ],
  ["<!here> <!subteam^S1|@team> <#C01|general> <@U9|zoe>", "@here @team #general @zoe"],
  ["a &lt;b&gt; &amp;amp; `*x* &lt;`", "a <b> &amp; `*x* <`"],
  ["```\n*x* <y>\n```", "```\n*x* <y>\n```"],
])("%s is %s in Markdown", (text, markdown) => {
  expect(toMarkdown(text)).toBe(markdown);
});

describe("a message in Markdown", () => {
  const post = (refuseFrom = Infinity) => {
    let count = 0;
    return () => {
      if (++count > refuseFrom) throw new ProviderRefusal("Slack refused the request: msg_too_long", 200);
      return { ok: true, channel: "C0123456", ts: `1.00000${count}` };
    };
  };
  const long = Array.from({ length: 400 }, (_, index) => `Paragraph ${index} ${"x".repeat(60)}\n`).join("\n");

  it("is one message as it is", async () => {
    const { result, requests } = run("sendMarkdown", { channel: "C0123456", markdown_text: "**Hi**\n" }, post());
    expect(await result).toEqual({
      ok: true,
      channel: "C0123456",
      ts: "1.000001",
      messages: [{ ts: "1.000001" }],
      is_complete: true,
    });
    expect(requests.map(({ body }) => body)).toEqual([{ channel: "C0123456", markdown_text: "**Hi**" }]);
  });

  it("continues in the thread below it, or in the thread that it answers", async () => {
    const { result, requests } = run("sendMarkdown", { channel: "C0123456", markdown_text: long }, post());
    expect((await result).messages).toHaveLength(3);
    expect(requests.map(({ body }) => (body as { thread_ts?: string }).thread_ts)).toEqual([
      undefined,
      "1.000001",
      "1.000001",
    ]);
    const args = { channel: "C0123456", markdown_text: long, thread_ts: "9.5", reply_broadcast: true };
    const reply = run("sendMarkdown", args, post());
    await reply.result;
    expect(reply.requests.map(({ body }) => body)).toMatchObject([
      { thread_ts: "9.500000", reply_broadcast: true },
      { thread_ts: "9.500000" },
      { thread_ts: "9.500000" },
    ]);
  });

  it("says what was not sent", async () => {
    const answer = await run("sendMarkdown", { channel: "C0123456", markdown_text: long }, post(1)).result;
    expect(answer).toMatchObject({
      ok: true,
      messages: [{}],
      is_complete: false,
      problem: "Slack refused the request: msg_too_long",
    });
    expect(String(answer.unsent).trimEnd().endsWith("x".repeat(60))).toBe(true);
    await expect(run("sendMarkdown", { channel: "C0123456", markdown_text: "a" }, post(0)).result).rejects.toThrow(
      "msg_too_long",
    );
  });

  it("has no part that is too long behind a cut, and no part of code without code", () => {
    const lines = [...Array.from({ length: 10 }, () => "short"), "", "y".repeat(11_000), "z".repeat(5000)];
    expect(partsOf(lines.join("\n")).map((part) => part.length)).toEqual([59, 11_000, 5000]);
    const code = partsOf(`\`\`\`\n${"x".repeat(30_000)}\n\`\`\``);
    expect(code.every((part) => part.includes("x") && part.length <= 12_000)).toBe(true);
    expect(code.join("").match(/x/g)).toHaveLength(30_000);
  });

  it("says that the part without an answer may be there", async () => {
    let count = 0;
    const answer = () => {
      if (++count === 2) throw new OutboundError("timeout", "Timeout.");
      return { ok: true, ts: "1.000001" };
    };
    const result = await run("sendMarkdown", { channel: "C0123456", markdown_text: long }, answer).result;
    expect(result.problem).toMatch(/^The first part of unsent may have been sent\. .*Timeout\.$/);
  });

  it("loses nothing in its parts, and keeps code in code", () => {
    const code = `Before\n\n\`\`\`js\n${"let a = 1;\n".repeat(2500)}\`\`\`\nAfter 😀${"😀".repeat(9000)}`;
    const parts = partsOf(code);
    expect(parts.every((part) => part.length <= 12_000)).toBe(true);
    expect(parts.filter((part) => (part.match(/^```/gm) ?? []).length % 2 === 1)).toEqual([]);
    expect(parts.join("").match(/let a/g)).toHaveLength(2500);
    expect(parts.join("").match(/😀/gu)).toHaveLength(9001);
    expect(parts[1]?.startsWith("```js\nlet a")).toBe(true);
    expect(partsOf(" \n\n")).toEqual([]);
  });
});
