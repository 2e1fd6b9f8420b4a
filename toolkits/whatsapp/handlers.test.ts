/** Media messages in the form that callers know and in the form that Meta reads. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";
import { handlers } from "./handlers";

async function sendMedia(args: Record<string, unknown>): Promise<HandlerRequest | undefined> {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 200, headers: {}, data: { messages: [{ id: "m" }] } });
    },
    readFile: () => Promise.reject(new Error("no file")),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  await handlers.sendMedia?.(args as Record<string, never>, tools);
  return requests[0];
}

const message = (type: string, media: Record<string, unknown>) => ({
  messaging_product: "whatsapp",
  recipient_type: "individual",
  to: "49",
  type,
  [type]: media,
});

describe("a media message", () => {
  it("takes the link and the caption flat", async () => {
    const flat = {
      phone_number_id: "1",
      to_number: "49",
      media_type: "image",
      link: "https://a.b/c.png",
      caption: "Hi",
    };
    expect(await sendMedia(flat)).toEqual({
      method: "POST",
      path: "/1/messages",
      body: message("image", { link: "https://a.b/c.png", caption: "Hi" }),
    });
  });

  it("takes the media as an object, as Meta documents it", async () => {
    const media = { id: "7", filename: "a.pdf" };
    expect((await sendMedia({ phone_number_id: "1", to_number: "49", media_type: "document", media }))?.body).toEqual(
      message("document", media),
    );
  });

  it("leaves out what the kind does not take", async () => {
    const flat = {
      phone_number_id: "1",
      to_number: "49",
      media_type: "audio",
      link: "https://a.b/c.mp3",
      caption: "Hi",
    };
    expect((await sendMedia(flat))?.body).toEqual(message("audio", { link: "https://a.b/c.mp3" }));
  });

  it("says what is missing", async () => {
    await expect(sendMedia({ phone_number_id: "1", to_number: "49", link: "https://a.b/c" })).rejects.toThrow(
      /media_type/,
    );
    await expect(sendMedia({ phone_number_id: "1", media_type: "image", link: "https://a.b/c" })).rejects.toThrow(
      /to_number/,
    );
    await expect(sendMedia({ phone_number_id: "1", to_number: "49", media_type: "image" })).rejects.toThrow(/link/);
  });
});
