import { describe, expect, test } from "vitest";
import { bodyText } from "@/lib/kernel/text/decode-text";
import { inSeconds } from "@/lib/kernel/time/clock";
import { lifeOf, readTokenAnswer } from "./token-answer";

const FORM = { tokenPaths: [""], keepFields: [] };
const read = (text: string, contentType = "application/json") =>
  readTokenAnswer(FORM, { status: 200, contentType, text }, []);
const decoded = (body: Buffer) => read(bodyText({ headers: { "content-type": "application/json" }, body }));

describe("an odd writing of a token answer is read", () => {
  test.each([
    ["with a byte order mark", Buffer.from('\ufeff{"access_token":"t"}')],
    ["in UTF-16 with a mark", Buffer.from('\ufeff{"access_token":"t"}', "utf16le")],
    ["as the only entry of a list", Buffer.from('[{"access_token":"t"}]')],
    ["in a wrapper", Buffer.from('{"data":{"access_token":"t"}}')],
    ["as a text of JSON", Buffer.from(JSON.stringify('{"access_token":"t"}'))],
    ["as a form under another type", Buffer.from("access_token=t&expires_in=60")],
  ])("%s", (_, body) => {
    expect(decoded(body).values.access_token).toBe("t");
  });

  test("an error with a byte order mark ends the grant as one without", () => {
    const text = '\ufeff{"error":"invalid_grant"}';
    const refuse = () => readTokenAnswer(FORM, { status: 400, contentType: "application/json", text }, []);
    expect(refuse).toThrow(expect.objectContaining({ kind: "rejected", providerCode: "invalid_grant" }) as Error);
  });

  test("a list of scopes becomes words between blanks", () => {
    expect(read('{"access_token":"t","scope":["a","b"]}').values.scope).toBe("a b");
    expect(read('{"access_token":"t","scope":[]}').values).not.toHaveProperty("scope");
  });
});

describe("a life that no calendar holds", () => {
  test.each(["9223372036854775", "9223372036854775807", "8.6e12", "1e400", '"9223372036854775807"', '"Infinity"'])(
    "%s seconds is without end",
    (life) => {
      expect(read(`{"access_token":"t","expires_in":${life}}`).expiresInSeconds).toBeNull();
    },
  );

  test.each([0, -5, "soon", "", null, {}, [3600], true])("%j says nothing", (life) => {
    expect(lifeOf(life)).toBeUndefined();
  });

  test.each([3600, "3600", " 3600.7 ", "3600s", "3600 seconds"])("%j is an hour", (life) => {
    expect(lifeOf(life)).toBe(3600);
  });

  test("no time relative to now is outside of what a database stores", () => {
    for (const seconds of [8.6e12, Number.MAX_VALUE, Infinity, -8.6e12, -Infinity])
      expect(Number.isNaN(inSeconds(seconds).getTime()), String(seconds)).toBe(false);
  });
});
