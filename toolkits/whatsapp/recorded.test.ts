/** WhatsApp's files and choices against recorded answers on the loopback address. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { runnerOn } from "@/test/handlers/on-loopback";
import { startRecordedProvider, type RecordedProvider } from "@/test/servers/recorded-provider";
import { handlers } from "./handlers";

const files = {
  image: { name: "a.png", mimetype: "image/png", bytes: Buffer.from("image") },
  large: { name: "b.webp", mimetype: "image/webp", bytes: Buffer.alloc(600 * 1024) },
};
let whatsapp: RecordedProvider;
const run = runnerOn(handlers, () => ({ baseUrl: whatsapp.baseUrl }), { files });

beforeAll(async () => {
  whatsapp = await startRecordedProvider();
});
afterAll(() => whatsapp.close());

it("uploads a file as a form and tells its facts, or its ID alone", async () => {
  whatsapp.answerWith(({ method }) =>
    method === "POST"
      ? { body: { id: "77" } }
      : { body: { id: "77", url: "https://lookaside.example/x", mime_type: "image/png", sha256: "ab" } },
  );
  const args = { phone_number_id: "1", file_to_upload: "image", media_type: "image" };
  expect(await run("uploadMedia", args)).toMatchObject({ id: "77", sha256: "ab", file_size: 5 });
  const [upload] = whatsapp.requests;
  const form = await new Response(upload?.bytes as BodyInit, {
    headers: { "content-type": String(upload?.headers["content-type"]) },
  }).formData();
  expect([form.get("messaging_product"), form.get("type"), (form.get("file") as File).name]).toEqual([
    "whatsapp",
    "image/png",
    "a.png",
  ]);
  whatsapp.answerWith(({ method }) => (method === "POST" ? { body: { id: "78" } } : { status: 500 }));
  expect(await run("uploadMedia", args)).toEqual({ id: "78", mime_type: "image/png", file_size: 5 });
  await expect(run("uploadMedia", { ...args, file_to_upload: "large", media_type: "sticker" })).rejects.toThrow(
    /takes 512000/,
  );
});

it("downloads a received file from the address that Meta names", async () => {
  whatsapp.answerWith(({ path }, origin) =>
    path === "/55"
      ? { body: { url: `${origin}/file/55`, mime_type: "audio/ogg; codecs=opus", sha256: "cd" } }
      : { headers: { "content-type": "audio/ogg" }, body: "sound" },
  );
  const answer = await run("downloadMedia", { media_id: "55" });
  expect(answer).toMatchObject({ mime_type: "audio/ogg; codecs=opus", sha256: "cd", file: { name: "55.ogg" } });
  expect(answer.file_size).toBe(7);
});

it("keeps the bytes of a received document that is JSON, even of one that reads like a refusal", async () => {
  const body = { error: { message: "from a log" } };
  whatsapp.answerWith(({ path }, origin) =>
    path === "/56"
      ? { body: { url: `${origin}/file/56`, mime_type: "application/json" } }
      : { headers: { "content-type": "application/json" }, body },
  );
  const { file } = await run("downloadMedia", { media_id: "56" });
  expect(String((file as { bytes: Buffer }).bytes)).toBe(JSON.stringify(body));
});

it("sends an answer, buttons and a list in Meta's form, within its bounds", async () => {
  whatsapp.answerWith(() => ({ body: { messages: [{ id: "m" }] } }));
  const to = { phone_number_id: "1", to_number: "49", reply_to_message_id: "m0" };
  await run("sendReply", { ...to, text: "Yes" });
  expect(whatsapp.requests.at(-1)?.json).toMatchObject({
    to: "49",
    type: "text",
    text: { body: "Yes" },
    context: { message_id: "m0" },
  });
  await run("sendButtons", { ...to, body_text: "Which?", buttons: [{ id: "a", title: "A" }], footer_text: "Soon" });
  expect(whatsapp.requests.at(-1)?.json.interactive).toEqual({
    type: "button",
    body: { text: "Which?" },
    footer: { text: "Soon" },
    action: { buttons: [{ type: "reply", reply: { id: "a", title: "A" } }] },
  });
  await run("sendList", {
    ...to,
    body_text: "Which?",
    button_text: "Choose",
    sections: [{ rows: [{ id: "a", title: "A" }] }],
  });
  expect(whatsapp.requests.at(-1)?.json.interactive).toMatchObject({ type: "list", action: { button: "Choose" } });
  await expect(run("sendButtons", { ...to, body_text: "?", buttons: [] })).rejects.toThrow(/1 to 3 buttons/);
  const rows = Array.from({ length: 11 }, (_, index) => ({ id: String(index), title: "x" }));
  await expect(run("sendList", { ...to, body_text: "?", button_text: "x", sections: [{ rows }] })).rejects.toThrow(
    /1 to 10 rows/,
  );
});
