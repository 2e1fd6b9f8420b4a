/** The stored form of a value: no secrets, within its size limit, always JSON. */
import { describe, expect, it } from "vitest";
import { MAX_PAYLOAD_BYTES, toStoredJson, toStoredText } from "./to-stored-json";

const readStored = (value: unknown, secrets: string[] = [], max?: number): unknown =>
  JSON.parse(toStoredJson(value, { secrets }, max));

describe("toStoredJson", () => {
  it("takes out values under secret names and known secrets wherever they are", () => {
    expect(
      readStored(
        {
          password: "x",
          list: [{ access_token: "y" }],
          url: "https://a/?k=s3cret%2Fvalue",
          text: "Bearer s3cret/value",
          "s3cret/value": 1,
        },
        ["s3cret/value", "s3cret%2Fvalue"],
      ),
    ).toEqual({
      password: "[redacted]",
      list: [{ access_token: "[redacted]" }],
      url: "https://a/?k=[redacted]",
      text: "Bearer [redacted]",
      "[redacted]": 1,
    });
  });

  it("finds secrets with quotes, line breaks and digits, and stays JSON", () => {
    expect(
      readStored({ a: 'x "quoted"\nkey y', n: 123456789, t: "\n123456789" }, [
        '"quoted"\nkey',
        "123456789",
        "n123456789",
      ]),
    ).toEqual({ a: "x [redacted] y", n: "[redacted]", t: "\n[redacted]" });
  });

  it.each(['a "quoted" key', "back\\slash-key", "key of\ntwo lines"])(
    "finds the secret %j when it is the only one",
    (secret) => {
      expect(readStored({ a: `x ${secret} y` }, [secret])).toEqual({ a: "x [redacted] y" });
    },
  );

  it("takes out values under the names that it is told, and leaves short secrets elsewhere", () => {
    const value = { pin: "12", door: "12", text: "12 monkeys", n: 12 };
    expect(JSON.parse(toStoredJson(value, { secrets: ["12", "a-secret"], names: new Set(["door"]) }))).toEqual({
      pin: "[redacted]",
      door: "[redacted]",
      text: "12 monkeys",
      n: 12,
    });
  });

  it("takes them out of lists and objects that were written as text, too, and leaves other texts as they are", () => {
    const body = ' {"user": {"password": "hunter-2", "door": 7}, "more": "[{\\"api_key\\": \\"k\\"}]"}';
    const plain = ['{"a": 1,  "monkey": 2}', "{not json, password", "[]", '"password"'];
    const { kept: bodyText, ...rest } = JSON.parse(
      toStoredJson({ kept: body, plain }, { names: new Set(["door"]) }),
    ) as {
      kept: string;
    };
    const user = { password: "[redacted]", door: "[redacted]" };
    expect(JSON.parse(bodyText)).toEqual({ user, more: '[{"api_key":"[redacted]"}]' });
    expect(rest).toEqual({ plain });
    expect(readStored(`{"token":"${"t".repeat(50)}","text":"${"x".repeat(500)}"}`, [], 200)).not.toContain("tt");
  });

  it("reads JSON within texts up to a bound, and leaves out what is beyond it", () => {
    const texts = Array.from({ length: 40 }, (_, n) => `{"password":"hunter-${n}","a":[${"[],".repeat(60_000)}[]]}`);
    const cpu = process.cpuUsage();
    const json = toStoredJson(texts);
    expect(process.cpuUsage(cpu).user).toBeLessThan(500_000);
    expect(json).not.toContain("hunter");
    expect(json).toContain("too large to be searched");
  });

  it("keeps the digits of long numbers in a text without its secrets", () => {
    expect(readStored('{"password":"x","id":1234567890123456789}')).toContain("1234567890123456789");
  });

  it("cuts long names, and no secret in half with them", () => {
    const name = `${"n".repeat(990)}my-secret${"n".repeat(100_000)}`;
    const [key = ""] = Object.keys(readStored({ [name]: 1 }, ["my-secret"]) as object);
    expect([key.length < 1100, key.includes("my-sec"), key.includes("[redacted]")]).toEqual([true, false, true]);
  });

  it("keeps ordinary values as they are", () => {
    const value = { a: [1, true, null, "x"], b: { c: {} }, has_token: true };
    expect(readStored(value, ["not-in-there"])).toEqual(value);
  });

  it.each([
    ["a long text", { text: "x".repeat(100_000) }],
    ["many items", Array.from({ length: 100_000 }, (_, n) => ({ n }))],
    ["many fields", Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`field${n}`, n]))],
    ["many long texts", Array.from({ length: 100 }, () => "y".repeat(10_000))],
  ])("cuts %s and says so", (_, value) => {
    const text = toStoredJson(value);
    expect(text.length).toBeLessThan(MAX_PAYLOAD_BYTES * 2);
    expect(text).toContain("[cut");
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  it("cuts no secret in half at the end", () => {
    const secret = "secret-".repeat(10);
    for (let length = 900; length < 1100; length += 7)
      expect(toStoredJson("x".repeat(length) + secret + "y".repeat(2000), { secrets: [secret] }, 1000)).not.toContain(
        "secret-s",
      );
  });

  it("replaces what PostgreSQL cannot store", () => {
    expect(readStored({ a: "nul\0", b: "\ud800", c: "\\u0000" })).toEqual({
      a: "nul\ufffd",
      b: "\ufffd",
      c: "\\u0000",
    });
  });

  it("ends at 40 levels, ignores __proto__ and describes bytes", () => {
    let deep: unknown = 1;
    for (let n = 0; n < 100; n++) deep = [deep];
    expect(toStoredJson(deep)).toContain("too deep");
    expect(toStoredJson(JSON.parse('{"__proto__":{"a":1},"b":2}'))).toBe('{"b":2}');
    expect(readStored({ body: Buffer.from("abc") })).toEqual({ body: "[3 bytes]" });
    expect(readStored(undefined)).toBeNull();
  });
});

describe("toStoredText", () => {
  it("keeps no part of a secret that the end of the column divides", () => {
    const secret = "secret-0123456789";
    expect(toStoredText(`${"a".repeat(490)}${secret}`, [secret])).toBe(`${"a".repeat(490)}[redacted]`);
  });

  it("cuts, cleans and empties", () => {
    expect([
      toStoredText("a".repeat(600)),
      toStoredText("x\0 secret-1", ["secret-1"]),
      toStoredText(""),
      toStoredText(undefined),
    ]).toEqual(["a".repeat(500), "x\ufffd [redacted]", null, null]);
  });
});
