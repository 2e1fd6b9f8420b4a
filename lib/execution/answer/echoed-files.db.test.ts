/** What a provider repeats of an account's key is in no file that is kept of an answer, in whatever form it comes. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Answer, download, proxy, referenceOf, run, setAnswer } from "@/test/builders/file-tools";

const KEY = "key-of-ada-0123456789";
const FORMS: Record<string, string> = {
  plain: KEY,
  ...Object.fromEntries(
    ["", "a", "ad", "ada:"].map((user) => [
      `Base64 behind ${user.length} bytes`,
      Buffer.from(`${user}${KEY}`).toString("base64"),
    ]),
  ),
  "hexadecimal in capitals": Buffer.from(KEY).toString("hex").toUpperCase(),
};

/** Responds with bytes in two pieces, cut in the middle of the text between the dots. */
const inPieces =
  (text: string, type: string, status = 200): Answer =>
  (response) => {
    const bytes = Buffer.from(`\0\xff...${text}...\xfe\0`, "latin1");
    response.writeHead(status, { "content-type": type });
    response.write(bytes.subarray(0, 5 + text.length / 2));
    void sleep(20).then(() => response.end(bytes.subarray(5 + text.length / 2)));
  };

/** The rest between the dots. For Base64 it can include characters that encode parts of neighboring bytes. */
const between = (bytes: Buffer): string => /\.\.\.(.*)\.\.\./s.exec(bytes.toString("latin1"))?.[1] ?? "nothing";
const HIDDEN = /^[\w+/]{0,8}\*{26,}[\w+/=]{0,4}$|^\*{21}$/;

describe.each(Object.entries(FORMS))("%s", (_, text) => {
  it.each(["application/octet-stream", "application/pdf", "text/plain"])(
    "does not appear in a file of a tool: %s",
    async (type) => {
      setAnswer(inPieces(text, type));
      const { s3url, size } = referenceOf(await run("LOOPBACK_DOWNLOAD", {}));
      const { bytes } = await download(s3url);
      expect([size, bytes.length]).toEqual([10 + text.length, 10 + text.length]);
      expect(between(bytes)).toMatch(HIDDEN);
    },
  );

  it("does not appear in a file of a proxied request", async () => {
    setAnswer(inPieces(text, "application/zip"));
    const { binary_data } = await proxy({});
    expect(between((await download(binary_data?.url ?? "")).bytes)).toMatch(HIDDEN);
  });

  it("does not appear in the bytes of a refusal", async () => {
    setAnswer(inPieces(text, "image/png", 400));
    const { base64 } = (await run("LOOPBACK_READ", {})).data.response_data as { base64: string };
    expect(between(Buffer.from(base64, "base64"))).toMatch(HIDDEN);
  });

  it("does not appear in an answer in JSON", async () => {
    setAnswer((response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ said: text }));
    });
    expect((await run("LOOPBACK_READ", {})).data.said).toMatch(/^[\w+/]{0,8}\[redacted\][\w+/=]{0,4}$/);
  });
});

it("hides a key in an answer that is too large for JSON, and in the name of its file", async () => {
  setAnswer((response) => {
    response.writeHead(200, {
      "content-type": "application/json",
      "content-disposition": `attachment; filename="${KEY}.json"`,
    });
    response.end(JSON.stringify({ first: KEY, padding: "x".repeat(26 * 1024 * 1024), last: KEY }));
  });
  const { s3url, name } = referenceOf(await run("LOOPBACK_READ", {}));
  const text = (await download(s3url)).bytes.toString();
  expect([name, text.length, text.includes(KEY)]).toEqual(["[redacted].json", 26 * 1024 * 1024 + 77, false]);
  expect(text.slice(0, 40)).toBe(`{"first":"${"*".repeat(KEY.length)}","paddin`);
});
