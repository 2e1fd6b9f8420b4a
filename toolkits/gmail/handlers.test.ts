/** Gmail's composite tools against a stand-in for Gmail that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

type Answer = (request: HandlerRequest) => unknown;

function tools(answer: Answer) {
  const requests: HandlerRequest[] = [];
  let running = 0;
  let most = 0;
  const handlerTools: HandlerTools = {
    call: async (request) => {
      requests.push(request);
      most = Math.max(most, ++running);
      await new Promise((done) => setTimeout(done, 2));
      running -= 1;
      return { status: 200, headers: {}, data: answer(request) };
    },
    readFile: () => Promise.resolve({ name: "a.txt", mimetype: "text/plain", bytes: Buffer.from("abc") }),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  return { made: handlerTools, requests, mostAtOnce: () => most };
}

const run = (name: string, args: Record<string, unknown>, answer: Answer) => {
  const { made: handlerTools, ...rest } = tools(answer);
  const handler = handlers[name];
  if (!handler) throw new Error(name);
  return { result: handler(args as Record<string, never>, handlerTools), ...rest };
};

const rawOf = (request: HandlerRequest | undefined): string =>
  Buffer.from((request?.body as { raw?: string; message?: { raw: string } }).raw ?? "", "base64url").toString();
const part = (mimeType: string, text: string) => ({
  mimeType,
  body: { data: Buffer.from(text).toString("base64url") },
});
const message = (id: string) => ({
  id,
  threadId: `t${id}`,
  labelIds: ["INBOX"],
  snippet: "Short",
  internalDate: "1767225600000",
  payload: {
    mimeType: "multipart/mixed",
    headers: [
      { name: "From", value: "Ada <ada@example.com>" },
      { name: "subject", value: "Hi" },
      { name: "Message-ID", value: "<1@x>" },
      { name: "References", value: "<0@x>" },
    ],
    parts: [
      { mimeType: "multipart/alternative", parts: [part("text/html", "<p>Hé</p>"), part("text/plain", "Hé")] },
      { ...part("text/plain", "no"), filename: "note.txt", body: { attachmentId: "A1", size: 2 } },
    ],
  },
});

describe("sendEmail", () => {
  it("sends to all recipients from the person's own mailbox", async () => {
    const { result, requests } = run(
      "sendEmail",
      {
        recipient_email: "ada@example.com",
        extra_recipients: ["bob@example.com"],
        bcc: ["eve@example.com"],
        subject: "Hi",
        body: "<b>x</b>",
        is_html: true,
      },
      () => ({ id: "m1" }),
    );
    expect(await result).toEqual({ id: "m1", response_data: { id: "m1" } });
    expect(requests[0]).toMatchObject({ method: "POST", path: "/gmail/v1/users/me/messages/send" });
    expect(rawOf(requests[0])).toMatch(
      /To: ada@example.com,\r\n bob@example.com\r\nBcc: eve@example.com\r\nSubject: Hi\r\n[^]*text\/html/,
    );
  });

  it.each([
    [{ subject: "Hi" }, "no recipient"],
    [{ recipient_email: "ada@example.com" }, "is empty"],
    [{ recipient_email: "ada", subject: "x" }, "not an email address"],
  ])("asks for what is missing: %o", async (args, words) => {
    const { result, requests } = run("sendEmail", args, () => ({}));
    await expect(result).rejects.toThrow(words);
    expect(requests).toEqual([]);
  });

  it("uploads a message that is too large for JSON", async () => {
    const { result, requests } = run(
      "sendEmail",
      { recipient_email: "ada@example.com", subject: "x", body: "y".repeat(4_000_000) },
      () => ({ id: "m" }),
    );
    await result;
    expect(requests[0]).toMatchObject({
      path: "/upload/gmail/v1/users/me/messages/send",
      headers: { "content-type": "message/rfc822" },
    });
  });
});

describe("replyToThread", () => {
  it("stays in the conversation by headers, subject and thread id", async () => {
    const { result, requests } = run(
      "replyToThread",
      { thread_id: "t1", recipient_email: "ada@example.com", message_body: "Yes" },
      ({ method }) => (method === "GET" ? { messages: [message("1")] } : { id: "m2" }),
    );
    await result;
    expect(requests[1]?.body).toMatchObject({ threadId: "t1" });
    expect(rawOf(requests[1])).toMatch(/Subject: Re: Hi\r\nIn-Reply-To: <1@x>\r\nReferences: <0@x>\r\n <1@x>/);
  });
});

describe("fetchEmails", () => {
  it("reads all messages in their order, at most ten at once", async () => {
    const ids = Array.from({ length: 35 }, (_, index) => String(index));
    const { result, mostAtOnce } = run("fetchEmails", { query: "is:unread", max_results: 35 }, ({ path }) =>
      path.endsWith("/messages")
        ? { messages: ids.map((id) => ({ id, threadId: id })), nextPageToken: "n" }
        : message(path.split("/").at(-1) ?? ""),
    );
    const answer = (await result) as { messages: { messageId: string }[]; nextPageToken: string };
    expect(answer.messages.map(({ messageId }) => messageId)).toEqual(ids);
    expect(answer.nextPageToken).toBe("n");
    expect(mostAtOnce()).toBe(10);
  });

  it("reads text, people, time and attachments out of the parts", async () => {
    const { result } = run("fetchEmails", { include_payload: false }, ({ path }) =>
      path.endsWith("/messages") ? { messages: [{ id: "1", threadId: "t1" }] } : message("1"),
    );
    expect(await result).toEqual({
      nextPageToken: "",
      resultSizeEstimate: 1,
      messages: [
        {
          id: "1",
          messageId: "1",
          threadId: "t1",
          messageTimestamp: "2026-01-01T00:00:00.000Z",
          labelIds: ["INBOX"],
          sender: "Ada <ada@example.com>",
          to: "",
          subject: "Hi",
          messageText: "Hé",
          preview: { subject: "Hi", body: "Short" },
          attachmentList: [{ attachmentId: "A1", filename: "note.txt", mimeType: "text/plain", size: 2 }],
        },
      ],
    });
  });

  it("names each message by both names when only ids are wanted", async () => {
    const { result } = run("fetchEmails", { ids_only: true }, () => ({ messages: [{ id: "1", threadId: "t1" }] }));
    expect((await result).messages).toEqual([{ id: "1", messageId: "1", threadId: "t1" }]);
  });

  it("asks once when only ids are wanted, and survives an empty mailbox", async () => {
    const { result, requests } = run("fetchEmails", { ids_only: true }, () => ({ resultSizeEstimate: 0 }));
    expect(await result).toEqual({ messages: [], nextPageToken: "", resultSizeEstimate: 0 });
    expect(requests).toHaveLength(1);
  });
});

describe("getPeople", () => {
  it.each([
    [{}, "https://people.googleapis.com/v1/people/me", { personFields: "emailAddresses,names,phoneNumbers" }],
    [{ resource_name: "people/c12" }, "https://people.googleapis.com/v1/people/c12", {}],
    [
      { other_contacts: true, page_size: 3 },
      "https://people.googleapis.com/v1/otherContacts",
      { readMask: "emailAddresses,names,phoneNumbers", pageSize: 3, requestSyncToken: undefined },
    ],
    [
      { other_contacts: true, request_sync_token: true },
      "https://people.googleapis.com/v1/otherContacts",
      { requestSyncToken: true },
    ],
  ])("asks the People API for %o", async (args, path, query) => {
    const { result, requests } = run("getPeople", args, () => ({ resourceName: "people/1" }));
    expect(await result).toEqual({ resourceName: "people/1" });
    expect(requests[0]).toMatchObject({ method: "GET", path, query });
  });
});
