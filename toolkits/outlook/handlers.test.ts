/** Outlook's composite tools against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

const run = async (
  name: string,
  args: Record<string, unknown>,
  bytes = Buffer.from("abc"),
): Promise<HandlerRequest | undefined> => {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 200, headers: {}, data: {} });
    },
    readFile: () => Promise.resolve({ name: "a.txt", mimetype: "text/plain", bytes }),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  await handlers[name]?.(args as Record<string, never>, tools);
  return requests[0];
};
const to = (address: string) => ({ emailAddress: { address } });

describe("Outlook", () => {
  it("writes domains of any language in ASCII", async () => {
    const message = await run("sendEmail", { to_email: "info@müller.example", cc_emails: ["ada@example.com"] });
    expect(message?.body).toMatchObject({
      message: { toRecipients: [to("info@xn--mller-kva.example")], ccRecipients: [to("ada@example.com")] },
    });
  });

  it("sends to all recipients with the attachment", async () => {
    expect(
      await run("sendEmail", {
        to_email: "ada@example.com",
        to_name: "Ada",
        to_emails: ["bob@example.com"],
        bcc_emails: ["eve@example.com"],
        subject: "Hi",
        body: "<b>x</b>",
        is_html: true,
        attachment: {},
      }),
    ).toEqual({
      method: "POST",
      path: "/me/sendMail",
      body: {
        saveToSentItems: true,
        message: {
          subject: "Hi",
          body: { contentType: "HTML", content: "<b>x</b>" },
          toRecipients: [{ emailAddress: { address: "ada@example.com", name: "Ada" } }, to("bob@example.com")],
          ccRecipients: [],
          bccRecipients: [to("eve@example.com")],
          attachments: [
            {
              "@odata.type": "#microsoft.graph.fileAttachment",
              name: "a.txt",
              contentType: "text/plain",
              contentBytes: "YWJj",
            },
          ],
        },
      },
    });
  });

  it("refuses a file that Outlook does not take in one piece", async () => {
    await expect(
      run("createDraft", { subject: "x", body: "y", attachment: {} }, Buffer.alloc(3 * 1024 * 1024 + 1)),
    ).rejects.toThrow("more than 3 MB");
  });

  it.each([
    [
      "replyEmail",
      { message_id: "a/b", comment: "Yes" },
      { path: "/me/messages/a%2Fb/reply", body: { comment: "Yes" } },
    ],
    [
      "createDraftReply",
      { message_id: "m", comment: "Yes", cc_emails: ["c@x.y"] },
      {
        path: "/me/messages/m/createReply",
        body: { comment: "Yes", message: { ccRecipients: [to("c@x.y")], bccRecipients: [] } },
      },
    ],
    ["searchMessages", { query: 'say "hi"' }, { path: "/me/messages", query: { $search: '"say \\"hi\\""', $top: 25 } }],
    [
      "createContact",
      { givenName: "Ada", notes: "N", folder_id: "f" },
      { path: "/me/contactFolders/f/contacts", body: { givenName: "Ada", personalNotes: "N" } },
    ],
    [
      "createEvent",
      {
        subject: "S",
        start_datetime: "2026-01-31T13:00:00",
        end_datetime: "2026-01-31T14:00:00",
        attendees_info: [{ email: "ada@example.com" }],
      },
      {
        path: "/me/events",
        body: {
          start: { dateTime: "2026-01-31T13:00:00", timeZone: "UTC" },
          attendees: [{ ...to("ada@example.com"), type: "required" }],
        },
      },
    ],
    [
      "createEvent",
      { is_all_day: true, recurrence: { pattern: { type: "daily", interval: 1 } } },
      { body: { isAllDay: true, recurrence: { pattern: { type: "daily", interval: 1 } } } },
    ],
  ])("%s", async (name, args, request) => {
    expect(await run(name, args)).toMatchObject(request);
  });
});
