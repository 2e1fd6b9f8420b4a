/** Reports of providers in any encoding: their bytes as they came, and the text that they are. */
import { expect, it } from "vitest";
import { takeProviderRequest } from "./take-provider-request";

const ADDRESS = "http://localhost/api/v3/webhook_ingress/http/we_1/trigger_event?a=b";

async function takeBody(body: Buffer, type: string) {
  const request = new Request(ADDRESS, {
    method: "POST",
    body: new Uint8Array(body),
    headers: { "content-type": type },
  });
  let call: { bytes: Buffer; text: string } | undefined;
  await takeProviderRequest(request, "req_1", async (taking) => {
    call = taking;
    return { status: 200, text: "", json: false, headers: {} };
  });
  return call;
}

const mark = Buffer.from([0xef, 0xbb, 0xbf]);

it.each([
  ["UTF-8 with a mark", Buffer.concat([mark, Buffer.from('{"a":"é"}')]), "application/json", '{"a":"é"}'],
  ["Latin-1 without a charset", Buffer.from('{"a":"caf\xe9"}', "latin1"), "application/json", '{"a":"café"}'],
  ["windows-1252 by its charset", Buffer.from([0x80]), "text/plain; charset=windows-1252", "€"],
  ["UTF-16 with a mark", Buffer.from("\ufeff<a/>", "utf16le"), "application/xml", "<a/>"],
  ["nothing", Buffer.alloc(0), "text/plain", ""],
])("%s", async (_, body, type, text) => {
  const call = await takeBody(body, type);
  expect(call?.bytes.equals(body)).toBe(true);
  expect(call?.text).toBe(text);
});

it("keeps the bytes of a file as they are", async () => {
  const body = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  const call = await takeBody(body, "multipart/form-data; boundary=b");
  expect(call?.bytes.equals(body)).toBe(true);
  expect(call?.text).toHaveLength(256);
});

it("413: beyond a megabyte", async () => {
  await expect(takeBody(Buffer.alloc(1024 * 1024 + 1, "a"), "text/plain")).rejects.toMatchObject({ status: 413 });
});
