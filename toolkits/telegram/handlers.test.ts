/** Telegram's files against recorded answers on the loopback address. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { runnerOn } from "@/test/handlers/on-loopback";
import { startRecordedProvider, type RecordedProvider } from "@/test/servers/recorded-provider";
import { handlers } from "./handlers";

const file = (mimetype: string, size = 4) => ({ name: "a", mimetype, bytes: Buffer.alloc(size, 1) });
const files = {
  png: file("image/png"),
  gif: file("image/gif"),
  pdf: file("application/pdf"),
  ogg: file("audio/ogg"),
  huge: file("image/png", 11 * 1024 * 1024),
};
let telegram: RecordedProvider;
const run = runnerOn(handlers, () => ({ baseUrl: `${telegram.baseUrl}/bot1:token` }), { files });

beforeAll(async () => {
  telegram = await startRecordedProvider();
  telegram.answerWith(() => ({ body: { ok: true, result: { message_id: 5 } } }));
});
afterAll(() => telegram.close());

it.each([
  ["png", "sendPhoto", "photo"],
  ["gif", "sendAnimation", "animation"],
  ["pdf", "sendDocument", "document"],
  ["ogg", "sendVoice", "voice"],
  ["huge", "sendDocument", "document"],
])("sends a file of type %s by %s", async (key, method, field) => {
  expect(await run("sendFile", { chat_id: "-100", file: key, caption: "Hi", reply_to_message_id: 4 })).toMatchObject({
    kind: field,
    ok: true,
    result: { message_id: 5 },
  });
  const request = telegram.requests.at(-1);
  expect(request?.path).toBe(`/bot1:token/${method}`);
  const form = await new Response(request?.bytes as BodyInit, {
    headers: { "content-type": String(request?.headers["content-type"]) },
  }).formData();
  expect([form.get("chat_id"), form.get("caption"), form.get("reply_parameters")]).toEqual([
    "-100",
    "Hi",
    '{"message_id":4}',
  ]);
  expect((form.get(field) as File).size).toBe(files[key as keyof typeof files].bytes.length);
});

it("refuses what Telegram does not take as a photo", async () => {
  await expect(run("sendFile", { chat_id: "1", file: "huge", kind: "photo" })).rejects.toThrow(
    /takes 10485760 as photo/,
  );
});
