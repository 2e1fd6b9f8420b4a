import { describe, expect, test } from "vitest";
import { bodyText } from "@/lib/kernel/text/decode-text";
import { inSeconds } from "@/lib/kernel/time/clock";
import { lifeOf, readTokenAnswer } from "./token-answer";

const FORM = { tokenPaths: [""], keepFields: [] };
const read = (text: string, contentType = "application/json") =>
  readTokenAnswer(FORM, { status: 200, contentType, text }, []);
const decoded = (body: Buffer) => read(bodyText({ headers: { "content-type": "application/json" }, body }));

describe("an odd token answer", () => {
  test.each([
    ["with a byte order mark", Buffer.from('\ufeff{"access_token":"t"}')],
    ["in UTF-16 with a mark", Buffer.from('\ufeff{"access_token":"t"}', "utf16le")],
    ["as the only entry of a list", Buffer.from('[{"access_token":"t"}]')],
    ["in a wrapper", Buffer.from('{"data":{"access_token":"t"}}')],
    ["as a text of JSON", Buffer.from(JSON.stringify('{"access_token":"t"}'))],
    ["as a form under another type", Buffer.from("access_token=t&expires_in=60")],
  ])("is read %s", (_, body) => {
    expect(decoded(body).values.access_token).toBe("t");
  });

  test("is an error that ends the grant, also with a byte order mark", () => {
    const text = '\ufeff{"error":"invalid_grant"}';
    const refuse = () => readTokenAnswer(FORM, { status: 400, contentType: "application/json", text }, []);
    expect(refuse).toThrow(expect.objectContaining({ kind: "rejected", providerCode: "invalid_grant" }) as Error);
  });

  test("has its list of scopes joined by spaces", () => {
    expect(read('{"access_token":"t","scope":["a","b"]}').values.scope).toBe("a b");
    expect(read('{"access_token":"t","scope":[]}').values).not.toHaveProperty("scope");
  });
});

describe("the lifetime of a token", () => {
  test.each(["9223372036854775", "9223372036854775807", "8.6e12", "1e400", '"9223372036854775807"', '"Infinity"'])(
    "is unlimited for %s seconds",
    (life) => {
      expect(read(`{"access_token":"t","expires_in":${life}}`).expiresInSeconds).toBeNull();
    },
  );

  test.each([0, -5, "soon", "", null, {}, [3600], true])("is unknown for %j", (life) => {
    expect(lifeOf(life)).toBeUndefined();
  });

  test.each([3600, "3600", " 3600.7 ", "3600s", "3600 seconds"])("is an hour for %j", (life) => {
    expect(lifeOf(life)).toBe(3600);
  });

  test("ends at a time that a database can store", () => {
    for (const seconds of [8.6e12, Number.MAX_VALUE, Infinity, -8.6e12, -Infinity])
      expect(Number.isNaN(inSeconds(seconds).getTime()), String(seconds)).toBe(false);
  });
});
