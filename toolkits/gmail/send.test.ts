/** Answers and forwards of Gmail against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import { ProviderRefusal, type HandlerRequest } from "@/lib/catalog/tool-handler";
import { recorderOf } from "@/test/builders/handler-recorder";
import { handlers } from "./handlers";

const run = recorderOf(handlers);
const USER = "/gmail/v1/users/me";

const rawOf = (request: HandlerRequest | undefined): string => {
  const body = request?.body as { raw?: string; message?: { raw: string } };
  return Buffer.from(body.raw ?? body.message?.raw ?? "", "base64url").toString();
};
const headersOf = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }));
const message = (labelIds: string[], headers: Record<string, string>, more: object = {}) => ({
  id: "m",
  threadId: "t",
  labelIds,
  payload: { headers: headersOf(headers), ...more },
});
const question = {
  From: "Bob <bob@example.com>",
  To: "ada@example.com, Eve <eve@example.com>",
  Cc: "Max <max@example.com>, bob@example.com",
  Subject: "Plans",
  "Message-ID": "<2@x>",
  References: "<1@x>",
};

/** Gmail with a thread that ends with these messages. */
const gmail =
  (...messages: unknown[]) =>
  ({ path }: HandlerRequest): unknown =>
    path.includes("/threads/")
      ? { messages: [message(["SENT"], { From: "old@example.com", Subject: "Plans" }), ...messages] }
      : path.endsWith("/profile")
        ? { emailAddress: "Ada@example.com" }
        : { id: "sent" };

describe("an answer in a conversation", () => {
  it("goes to the sender of the last message, below a draft", async () => {
    const draft = message(["DRAFT"], { From: "ada@example.com", To: "x@example.com" });
    const { result, requests } = run(
      "replyToThread",
      { thread_id: "t", message_body: "Yes" },
      gmail(message(["INBOX"], question), draft),
    );
    await result;
    expect(requests.map(({ path }) => path)).toEqual([`${USER}/threads/t`, `${USER}/messages/send`]);
    expect(rawOf(requests[1])).toMatch(
      /^To: "Bob" <bob@example.com>\r\nSubject: Re: Plans\r\nIn-Reply-To: <2@x>\r\nReferences: <1@x>\r\n <2@x>/,
    );
  });

  it.each([
    ["the sender and all recipients but oneself", ["INBOX"], question, '"Bob" <bob@example.com>', "eve.*max"],
    [
      "where the sender wants answers",
      ["INBOX"],
      { ...question, "Reply-To": "list@example.com" },
      "list@",
      "eve.*max.*bob",
    ],
    ["the recipients of a message of one's own", ["SENT"], { ...question, From: "ada@alias.example" }, '"Eve"', "max"],
  ])("goes with reply_all to %s", async (_, labels, headers, to, cc) => {
    const { result, requests } = run(
      "replyToThread",
      { thread_id: "t", message_body: "Yes", reply_all: true },
      gmail(message(labels, headers)),
    );
    await result;
    const [head = ""] = rawOf(requests.at(-1)).split("Subject:");
    const [toLine = "", ccLine = ""] = head.split("\r\nCc: ");
    expect(toLine).toContain(to);
    expect(ccLine.replaceAll("\r\n", "")).toMatch(new RegExp(cc));
    expect(head.toLowerCase()).not.toContain("ada@");
  });

  it("is refused where a list of people is too long to be read whole", async () => {
    const Cc = Array.from({ length: 2600 }, (_, index) => `person${index}@example.com`).join(", ");
    const { result, requests } = run(
      "replyToThread",
      { thread_id: "t", message_body: "Yes", reply_all: true },
      gmail(message(["INBOX"], { ...question, Cc })),
    );
    await expect(result).rejects.toThrow("Cc");
    expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("is a draft that other mail programs join to the conversation, too", async () => {
    const answer = gmail(message(["INBOX"], question));
    const { result, requests } = run("createDraft", { thread_id: "t", body: "Yes" }, answer);
    await result;
    expect(requests[1]).toMatchObject({ path: `${USER}/drafts`, body: { message: { threadId: "t" } } });
    expect(rawOf(requests[1])).toMatch(/To: "Bob" .*\r\nSubject: Re: Plans\r\nIn-Reply-To: <2@x>/);
    const draft = run("createDraft", { thread_id: "t", subject: "New", recipient_email: "z@example.com" }, answer);
    await draft.result;
    expect(rawOf(draft.requests[1])).toMatch(/^To: z@example.com\r\nSubject: New/);
  });

  it("stays in its conversation when it is too large for JSON", async () => {
    const { result, requests } = run(
      "replyToThread",
      { thread_id: "t", message_body: "y".repeat(4_000_000) },
      gmail(message(["INBOX"], question)),
    );
    await result;
    expect(requests[1]).toMatchObject({ path: `/upload${USER}/messages/send`, query: { uploadType: "multipart" } });
    expect(String(requests[1]?.rawBody).slice(0, 400)).toMatch(
      /application\/json\r\n\r\n\{"threadId":"t"\}\r\n--.*\r\ncontent-type: message\/rfc822\r\n\r\nTo: /,
    );
  });
});

describe("a forwarded message", () => {
  const text = (mimeType: string, words: string) => ({
    mimeType,
    body: { data: Buffer.from(words).toString("base64url") },
  });
  const picture = {
    mimeType: "image/png",
    filename: "p.png",
    headers: headersOf({ "Content-ID": "<pic>" }),
    body: { attachmentId: "A1", size: 3 },
  };
  const invoice = { mimeType: "application/pdf", filename: "Rechnung ä.pdf", body: { attachmentId: "A2", size: 4 } };
  const original = (more: object) => message(["INBOX"], { ...question, Date: "Mon, 5 Jan 2026 10:00:00 +0000" }, more);
  const whole = original({
    parts: [text("text/plain", "plain"), text("text/html", "<b>Hi</b><img src='cid:pic'>"), picture, invoice],
  });
  const source =
    (
      message: unknown,
      attachment: (id: string) => unknown = (id) => ({ data: Buffer.from(id).toString("base64url") }),
    ) =>
    ({ path, method }: HandlerRequest): unknown =>
      method === "POST" ? { id: "sent" } : path.includes("/attachments/") ? attachment(path.slice(-2)) : message;
  const args = { message_id: "m", recipients: ["zoe@example.com"], additional_text: "See <below>\nand answer" };

  it("has the text, the pictures in it and the attachments", async () => {
    const { result, requests } = run("forwardMessage", args, source(whole));
    expect(await result).toMatchObject({ id: "sent", attachments: ["p.png", "Rechnung ä.pdf"] });
    const raw = rawOf(requests.at(-1));
    expect(raw).toMatch(/^To: zoe@example.com\r\nSubject: Fwd: Plans\r\nReferences: <1@x>\r\n <2@x>\r\n/);
    expect(raw).toMatch(
      /multipart\/mixed[^]*multipart\/related[^]*text\/html[^]*Content-ID: <pic>\r\nContent-Disposition: inline[^]*application\/pdf/,
    );
    const html = Buffer.from(/text\/html[^]*?\r\n\r\n([^-]*)/.exec(raw)?.[1] ?? "", "base64").toString();
    expect(html).toContain("See &lt;below&gt;<br>");
    expect(html).toContain("From: Bob &lt;bob@example.com&gt;<br>");
    expect(html.trimEnd().endsWith("<img src='cid:pic'>")).toBe(true);
  });

  it("has files with a content ID that the text does not show as attachments", async () => {
    const numbered = { ...invoice, headers: headersOf({ "Content-ID": "<file>" }) };
    const parts = [text("text/html", "<b>Hi</b>"), numbered];
    for (const more of [{ parts }, { parts: [text("text/plain", "Hi"), numbered] }]) {
      const { result, requests } = run("forwardMessage", args, source(original(more)));
      await result;
      expect(rawOf(requests.at(-1))).toMatch(/multipart\/mixed[^]*application\/pdf[^]*Disposition: attachment/);
      expect(rawOf(requests.at(-1))).not.toContain("multipart/related");
    }
  });

  it("keeps a plain text plain", async () => {
    const { result, requests } = run("forwardMessage", args, source(original({ ...text("text/plain", "plain text") })));
    expect((await result).attachments).toEqual([]);
    const body = Buffer.from(rawOf(requests.at(-1)).split("\r\n\r\n")[1] ?? "", "base64").toString();
    expect(body).toMatch(
      /^See <below>\r\nand answer\r\n\r\n-+ Forwarded message -+\r\nFrom: Bob [^]*\r\n\r\nplain text$/,
    );
  });

  it("is not sent without one of its attachments", async () => {
    const withoutA2 = (id: string) => {
      if (id === "A2") throw new ProviderRefusal("Gmail answered 404 Not Found.", 404);
      return { data: "" };
    };
    const { result, requests } = run("forwardMessage", args, source(whole, withoutA2));
    await expect(result).rejects.toThrow("Nothing was sent: Rechnung ä.pdf could not be read. Gmail answered 404");
    expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it.each([
    ["no recipient", { recipients: [] }, whole, "no recipient"],
    ["a wrong address", { recipients: ["zoe"] }, whole, "not an email address"],
    [
      "more than Gmail sends",
      {},
      original({ parts: [{ ...invoice, body: { attachmentId: "A2", size: 26_214_401 } }] }),
      "26214401 bytes",
    ],
  ])("is refused with %s before files are read", async (_, more, message, words) => {
    const { result, requests } = run("forwardMessage", { ...args, ...more }, source(message));
    await expect(result).rejects.toThrow(words);
    expect(requests).toHaveLength(1);
  });
});

describe("reading several messages", () => {
  const list =
    (broken: string[]) =>
    ({ path }: HandlerRequest): unknown => {
      const id = path.split("/").at(-1) ?? "";
      if (id === "messages") return { messages: ["a", "b"].map((messageId) => ({ id: messageId, threadId: "t" })) };
      if (broken.includes(id)) throw new ProviderRefusal("Gmail answered 404 Not Found.", 404);
      return { ...message([], {}), id };
    };

  it("names those that cannot be read beside the others", async () => {
    expect(await run("fetchEmails", { max_results: 2 }, list(["a"])).result).toMatchObject({
      messages: [{ messageId: "b" }],
      failed: [{ messageId: "a", problem: "Gmail answered 404 Not Found." }],
    });
  });

  it("fails where none can be read", async () => {
    await expect(run("fetchEmails", { max_results: 2 }, list(["a", "b"])).result).rejects.toThrow("404");
  });
});
