/** Answers and forwards of Outlook against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import { ProviderRefusal, type HandlerRequest } from "@/lib/catalog/tool-handler";
import { OutboundError } from "@/lib/kernel/outbound/outbound-error";
import { recorderOf } from "@/test/builders/handler-recorder";
import { handlers } from "./handlers";

const run = recorderOf(handlers);
const to = (address: string) => ({ emailAddress: { address } });
const DRAFT = { id: "d/1", isDraft: true, ccRecipients: [to("max@example.com")] };
const answer = ({ path, body }: HandlerRequest): unknown =>
  path.endsWith("createReplyAll") ? DRAFT : { ...DRAFT, ...(body as object) };
const refuseAt =
  (end: string) =>
  (request: HandlerRequest): unknown => {
    if (request.path.endsWith(end)) throw new ProviderRefusal("Outlook answered 403 Forbidden.", 403);
    return answer(request);
  };
const summaryOf = (requests: HandlerRequest[]) => requests.map(({ method, path, body }) => [method, path, body]);

describe("a message that is sent on", () => {
  it("names its recipients beside the comment, or with those of copies in the message", async () => {
    const forward = run("forwardMessage", { message_id: "a/b", to_recipients: ["zoe@example.com"], comment: "See" });
    expect(await forward.result).toEqual({ sent: true });
    expect(summaryOf(forward.requests)).toEqual([
      ["POST", "/me/messages/a%2Fb/forward", { comment: "See", toRecipients: [to("zoe@example.com")] }],
    ]);
    const args = { message_id: "m", to_recipients: ["zoe@example.com"], bcc_emails: ["eve@müller.example"] };
    const draft = run("createForwardDraft", args, () => DRAFT);
    expect(await draft.result).toEqual(DRAFT);
    const message = {
      toRecipients: [to("zoe@example.com")],
      ccRecipients: [],
      bccRecipients: [to("eve@xn--mller-kva.example")],
    };
    expect(summaryOf(draft.requests)).toEqual([["POST", "/me/messages/m/createForward", { comment: "", message }]]);
  });
});

describe("an answer to everybody", () => {
  const args = { message_id: "m", comment: "Yes", cc_emails: ["zoe@example.com", "MAX@example.com"] };

  it("is one request", async () => {
    const { result, requests } = run("replyAll", { message_id: "m", comment: "Yes" });
    expect(await result).toEqual({ sent: true });
    expect(summaryOf(requests)).toEqual([["POST", "/me/messages/m/replyAll", { comment: "Yes" }]]);
  });

  it("keeps the people of the conversation when others are added", async () => {
    const { result, requests } = run("replyAll", args, answer);
    expect(await result).toEqual({ sent: true });
    const people = { ccRecipients: [to("max@example.com"), to("zoe@example.com")], bccRecipients: [] };
    expect(summaryOf(requests)).toEqual([
      ["POST", "/me/messages/m/createReplyAll", { comment: "Yes" }],
      ["PATCH", "/me/messages/d%2F1", people],
      ["POST", "/me/messages/d%2F1/send", undefined],
    ]);
    const draft = run("createReplyAllDraft", args, answer);
    expect(await draft.result).toMatchObject({ id: "d/1", ...people });
    expect(draft.requests).toHaveLength(2);
  });

  it.each(["/messages/d%2F1", "/send"])("says that a draft is left when %s is refused", async (end) => {
    await expect(run("replyAll", args, refuseAt(end)).result).rejects.toThrow(
      "stays in the drafts with the ID d/1. Outlook answered 403",
    );
  });

  it("may have been sent if the sending got no answer", async () => {
    const withoutAnswer = (request: HandlerRequest): unknown => {
      if (request.path.endsWith("/send")) throw new OutboundError("timeout", "Timeout.");
      return answer(request);
    };
    await expect(run("replyAll", args, withoutAnswer).result).rejects.toThrow(
      /^If the drafts still have the ID d\/1, the answer was not sent\. The provider gave no answer.*Timeout\.$/,
    );
  });

  it("names in a draft what could not be added to it", async () => {
    expect(await run("createReplyAllDraft", args, refuseAt("d%2F1")).result).toMatchObject({
      id: "d/1",
      problem: expect.stringContaining("without the added recipients. Outlook answered 403") as string,
    });
  });
});
