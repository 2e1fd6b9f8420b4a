import { randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { PreparedText } from "@/lib/kernel/text/prepared-text";
import { answerData } from "./answer-data";
import { PreparedJson } from "./json-text";
import { AnswerHeaders } from "./to-response";
import { NodeRequest } from "./node-request";
import type { IncomingMessage } from "node:http";

const items = new PreparedText([Buffer.from(`{"items":["${"ü€".repeat(1_000)}"`)]);
const rest = { next_cursor: "signed", total_pages: 2, current_page: 1, total_items: 9 };
const json = new PreparedJson(items, rest);

const requestOf = (headers: Record<string, string>) => new NodeRequest({ headers } as unknown as IncomingMessage);
const answer = async (data: unknown, headers: Record<string, string> = {}) =>
  answerData(200, data, new AnswerHeaders(), requestOf(headers));
const bytesOf = (text: Awaited<ReturnType<typeof answer>>["text"]): Buffer =>
  Buffer.concat((typeof text === "string" ? [text] : (text ?? [])).map((piece) => Buffer.from(piece)));

it("sends prepared JSON as it is, with an ETag that each client keeps for itself", async () => {
  const { status, headers, text } = await answer(json);
  expect([status, bytesOf(text).toString()]).toEqual([200, json.text]);
  expect(JSON.parse(json.text)).toEqual({ items: ["ü€".repeat(1_000)], ...rest });
  expect(headers).toMatchObject({
    etag: expect.stringMatching(/^"[\w-]{27}"$/),
    "cache-control": "private, no-cache",
    vary: "accept-encoding",
  });
  expect(headers["content-encoding"]).toBeUndefined();
});

it.each(["gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.5", "deflate,gzip"])(
  "compresses for a client that takes %s, under another ETag",
  async (accept) => {
    const { headers, text } = await answer(json, { "accept-encoding": accept });
    expect(gunzipSync(bytesOf(text)).toString()).toBe(json.text);
    expect(headers).toMatchObject({ "content-encoding": "gzip", etag: expect.stringMatching(/^"[\w-]{27}-packed"$/) });
  },
);

it.each(["br", "gzip;q=0", "gzip; q=0.0, br", "xgzip", "identity"])("does not compress for %s", async (accept) => {
  const { headers, text } = await answer(json, { "accept-encoding": accept });
  expect(headers["content-encoding"]).toBeUndefined();
  expect(bytesOf(text).toString()).toBe(json.text);
});

it("does not compress for Next, which does so itself", async () => {
  const request = new Request("http://localhost/api/v3/tools", { headers: { "accept-encoding": "gzip" } });
  const { headers, text } = await answerData(200, json, new AnswerHeaders(), request);
  expect([headers["content-encoding"], bytesOf(text).toString()]).toEqual([undefined, json.text]);
});

it("does not compress what fits into a packet", async () => {
  const short = new PreparedJson(new PreparedText([Buffer.from('{"items":[')]), rest);
  const { headers, text } = await answer(short, { "accept-encoding": "gzip" });
  expect([headers["content-encoding"], bytesOf(text).toString()]).toEqual([undefined, short.text]);
});

it.each<Record<string, string>>([{}, { "accept-encoding": "gzip" }])(
  "304 without a body if the client has the content, with %j",
  async (how) => {
    const etag = String((await answer(json, how)).headers.etag);
    for (const named of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const { status, text, headers } = await answer(json, { ...how, "if-none-match": named });
      expect([status, text, headers.etag, headers["content-encoding"]]).toEqual([304, null, etag, undefined]);
    }
    expect((await answer(json, { ...how, "if-none-match": '"other"' })).status).toBe(200);
  },
);

it("has the same ETag for the same content alone", async () => {
  const etagOf = async (data: PreparedJson) => (await answer(data)).headers.etag;
  expect(await etagOf(new PreparedJson(new PreparedText([items.bytes]), { ...rest }))).toBe(await etagOf(json));
  expect(await etagOf(new PreparedJson(items, { ...rest, next_cursor: "other" }))).not.toBe(await etagOf(json));
  expect(await etagOf(new PreparedJson(new PreparedText([items.bytes, Buffer.from(',"x"')]), rest))).not.toBe(
    await etagOf(json),
  );
});

it("has ETags that proxies do not take for their own", async () => {
  // Caddy cuts the name of an encoding off an ETag that comes back, as if Caddy had added it.
  const { headers } = await answer(json, { "accept-encoding": "gzip" });
  const returned = String(headers.etag).replace(/-(gzip|zstd|br)"$/, '"');
  expect((await answer(json, { "accept-encoding": "gzip", "if-none-match": returned })).status).toBe(304);
});

it("compresses two new pages at a time at most, and sends others as they are", async () => {
  const pages = Array.from(
    { length: 12 },
    () =>
      new PreparedJson(new PreparedText([Buffer.from(`{"items":["${randomBytes(200_000).toString("hex")}"`)]), rest),
  );
  const answers = await Promise.all(pages.map((page) => answer(page, { "accept-encoding": "gzip" })));
  const isPacked = answers.map(({ headers }) => headers["content-encoding"] === "gzip");
  expect(isPacked.filter(Boolean)).toHaveLength(2);
  for (const [index, { headers, text }] of answers.entries()) {
    const bytes = bytesOf(text);
    expect((isPacked[index] ? gunzipSync(bytes) : bytes).toString()).toBe(pages[index]?.text);
    // The client has the content in the form that it got, whatever it would get now.
    const again = { "accept-encoding": "gzip", "if-none-match": String(headers.etag) };
    expect(await answer(pages[index], again)).toMatchObject({ status: 304, headers: { etag: headers.etag } });
  }
  const last = await answer(pages[11], { "accept-encoding": "gzip" });
  expect([last.headers["content-encoding"], gunzipSync(bytesOf(last.text)).toString()]).toEqual([
    "gzip",
    pages[11]?.text,
  ]);
});
