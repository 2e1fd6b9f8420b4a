/** Providers' answers as answers of a tool. */
import { toStoredJson } from "@/lib/logs/to-stored-json";
import { describe, expect, it } from "vitest";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { toToolOutcome } from "@/test/builders/tool-outcome";
import { MAX_INLINE_BYTES, parseBody, toUnreachable } from "./tool-response";

const answer = (body: string | Buffer, type?: string, status = 200) => ({
  status,
  headers: type ? { "content-type": type } : ({} as Record<string, string>),
  body: Buffer.isBuffer(body) ? body : Buffer.from(body),
});
const outcome = (
  body: string | Buffer,
  type?: string,
  status = 200,
  options: Parameters<typeof toToolOutcome>[2] = {},
) => toToolOutcome("Acme", answer(body, type, status), options);

describe("successes", () => {
  it.each([
    ["an object", '{"a":1}', "application/json", { a: 1 }],
    ["a list", "[1]", "application/json", { response_data: [1] }],
    ["a number", "5", "application/json", { response_data: 5 }],
    ["null", "null", "application/json", { response_data: null }],
    ["JSON that calls itself text", ' {"a":1}', "text/plain", { a: 1 }],
    ["JSON without a type", '{"a":1}', undefined, { a: 1 }],
    ["text that calls itself JSON", "OK", "application/json", { response_data: "OK" }],
    ["broken JSON", '{"a":', "application/json", { response_data: '{"a":' }],
    ["text", "hello", "text/plain", { response_data: "hello" }],
    ["a byte order mark", '\ufeff{"a":1}', "application/json", { a: 1 }],
    ["nothing", "", "application/json", {}],
    ["white space", " \n", "text/plain", {}],
    ["a vendor's JSON", '{"a":1}', "application/vnd.github+json; charset=utf-8", { a: 1 }],
    ["CSV", "a,b", "text/csv", { response_data: "a,b" }],
  ])("include %s", (_, body, type, data) => {
    expect(outcome(body, type)).toEqual({ data, error: null, successful: true });
  });

  it("contain no credential that the provider wrote in escapes", () => {
    const json = String.raw`{"echo":"\u0073k_live_51HG8aBcDeFgHiJ"}`;
    expect(parseBody(answer(json), ["sk_live_51HG8aBcDeFgHiJ"])).toMatchObject({ value: { echo: "[redacted]" } });
  });

  it("decode other character sets, and unknown ones as UTF-8", () => {
    expect(outcome(Buffer.from([0x22, 0xe4, 0x22]), "application/json; charset=iso-8859-1").data).toEqual({
      response_data: "ä",
    });
    expect(outcome('"ä"', "application/json; charset=nonsense").data).toEqual({ response_data: "ä" });
  });

  it("describe bytes, with the bytes themselves up to 1 MB", () => {
    expect(outcome(Buffer.from([1, 2]), "image/png").data).toEqual({
      response_data: { content_type: "image/png", size: 2, base64: "AQI=" },
    });
    expect(outcome(Buffer.from([0, 1]), undefined).data).toMatchObject({
      response_data: { content_type: "application/octet-stream" },
    });
    expect(outcome('{"a":1}', "application/json", 200, { binary: true }).data).toMatchObject({
      response_data: { size: 7 },
    });
    expect(outcome(Buffer.alloc(MAX_INLINE_BYTES + 1), "image/png").data).toEqual({
      response_data: { content_type: "image/png", size: MAX_INLINE_BYTES + 1 },
    });
  });

  it("hide repeated credentials, but not short values", () => {
    expect(
      outcome('{"a":"Bearer secret-0123456789"}', "application/json", 200, { secrets: ["secret-0123456789"] }).data,
    ).toEqual({ a: "Bearer [redacted]" });
    expect(outcome('{"a":"github"}', "application/json", 200, { secrets: ["github"] }).data).toEqual({ a: "github" });
  });
});

describe("failures", () => {
  it.each([
    ["GitHub", 404, '{"message":"Not Found","documentation_url":"u"}', "Acme answered 404 Not Found."],
    [
      "Google",
      403,
      '{"error":{"code":403,"message":"Rate Limit Exceeded","errors":[{"reason":"r"}]}}',
      "Acme answered 403 Forbidden: Rate Limit Exceeded (r)",
    ],
    [
      "Stripe",
      402,
      '{"error":{"type":"card_error","message":"Declined"}}',
      "Acme answered 402 Payment Required: Declined",
    ],
    [
      "OAuth",
      401,
      '{"error":"invalid_token","error_description":"Expired"}',
      "Acme answered 401 Unauthorized: Expired (invalid_token)",
    ],
    ["an array", 400, '[{"message":"a"},{"message":"b"}]', "Acme answered 400 Bad Request: a; b"],
    ["a page", 502, "<html><head><title>Bad  Gateway</title></head></html>", "Acme answered 502 Bad Gateway."],
    ["text", 500, "oops", "Acme answered 500 Internal Server Error: oops"],
    ["nothing", 503, "", "Acme answered 503 Service Unavailable."],
    ["an unknown status", 599, "{}", "Acme answered 599."],
    [
      "problem details",
      400,
      '{"title":"Invalid","detail":"x is wrong","type":"about:blank"}',
      "Acme answered 400 Bad Request: x is wrong",
    ],
    ["a redirect that is not followed", 302, "", "Acme answered 302 Found."],
  ])("include %s", (_, status, body, error) => {
    const result = outcome(body, body.startsWith("<") ? "text/html" : "application/json", status);
    expect([result.error, result.successful, result.data.status_code]).toEqual([error, false, status]);
  });

  it("keep the body's fields in the provider's places", () => {
    expect(outcome('{"message":"m","extra":[1]}', "application/json", 400).data).toEqual({
      message: "m",
      extra: [1],
      status_code: 400,
    });
  });

  it.each([
    [
      '{"ok":false,"error":"missing_scope","needed":"chat:write"}',
      "Acme refused the request: missing_scope: needs chat:write",
    ],
    [
      '{"error":"bad_verification_code","error_description":"wrong"}',
      "Acme refused the request: bad_verification_code: wrong",
    ],
    ['{"data":null,"errors":[{"message":"No such field"}]}', "Acme refused the request: No such field"],
    ['{"errors":[{"message":"Syntax"}]}', "Acme refused the request: Syntax"],
  ])("include an answer with a success status: %s", (body, error) => {
    expect(outcome(body, "application/json")).toMatchObject({ successful: false, error });
  });

  it.each([
    ['{"ok":true,"error":"x"}'],
    ['{"ok":false}'],
    ['{"error":null}'],
    ['{"error":"none"}'],
    ['{"data":{"a":1},"errors":[{"message":"partial"}]}'],
    ['{"errors":[]}'],
    ['{"errors":["a warning"]}'],
  ])("do not include %s", (body) => {
    expect(outcome(body, "application/json").successful).toBe(true);
  });

  it("name the phase in which a request without an answer failed", () => {
    expect(
      toUnreachable(
        "Acme",
        new OutboundError("timeout", "The answer did not begin within 60000 ms.", {
          during: "headers",
          limitMs: 60_000,
        }),
      ),
    ).toEqual({
      data: {
        phase: "timeout",
        message: "The answer did not begin within 60000 ms.",
        status_code: 504,
        during: "headers",
        limit_ms: 60_000,
      },
      error: "Acme: it did not answer in time. The answer did not begin within 60000 ms.",
      successful: false,
    });
  });
});

describe("JSON with too many levels", () => {
  it.each([
    ["lists", "[".repeat(100_000) + "]".repeat(100_000)],
    ["objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
  ])("is replaced by the beginning of its text: %s", (_, text) => {
    for (const status of [200, 400]) {
      const headers = { "content-type": "application/json" };
      const outcome = toToolOutcome("P", { status, headers, body: Buffer.from(text) });
      expect(outcome.successful).toBe(status === 200);
      expect(JSON.stringify(outcome).length).toBeLessThan(30_000);
      expect(JSON.stringify(outcome)).toContain("[cut: JSON of more than 500 levels");
      expect(toStoredJson({ data: outcome.data }).length).toBeLessThan(40_000);
    }
  });

  it("is cut, but JSON that is only long is not", () => {
    const body = Buffer.from(
      JSON.stringify({ text: "[".repeat(5000), list: Array.from({ length: 2000 }, () => [{}]) }),
    );
    const outcome = toToolOutcome("P", { status: 200, headers: { "content-type": "application/json" }, body });
    expect(outcome.data).toEqual(JSON.parse(body.toString()));
  });
});

describe("JSON of too many values", () => {
  const headers = { "content-type": "application/json" };
  const lists = `[${"[],".repeat(2_000_000)}[]]`;
  const names = `{${Array.from({ length: 150_000 }, (_, n) => `"n${n}":1`).join(",")}}`;

  it.each([
    ["values", lists, "more than 250,000 values"],
    ["different names", names, "more than 25,000 different names"],
    ["names", `[${'{"a":1},'.repeat(150_000)}1]`, "more than 100,000 names"],
  ])("becomes no value in memory, and a refusal keeps only its beginning: %s", (_, text, words) => {
    expect(parseBody({ headers, body: Buffer.from(text) })).toMatchObject({ kind: "large", excess: words });
    const outcome = toToolOutcome("P", { status: 400, headers, body: Buffer.from(text) });
    expect(outcome).toMatchObject({ successful: false, data: { status_code: 400 } });
    expect(JSON.stringify(outcome)).toContain(`[cut: JSON of ${words}`);
    expect(JSON.stringify(outcome).length).toBeLessThan(30_000);
  });

  it("has repeated credentials hidden in the file that replaces it", () => {
    const body = Buffer.from(`["secret-0123456789",${"[],".repeat(300_000)}[]]`);
    const parsed = parseBody({ headers, body }, ["secret-0123456789"]);
    expect(parsed.kind === "large" && parsed.bytes.includes("secret-0123456789")).toBe(false);
  });
});

describe("numbers that a double cannot hold", () => {
  it("become texts of their digits, in successes and refusals, whatever the declared type", () => {
    for (const type of ["application/json", "text/plain", "application/vnd.api+json; charset=utf-8"])
      expect(toToolOutcome("P", answer('{"id":1234567890123456789,"n":[-9007199254740993]}', type, 200)).data).toEqual({
        id: "1234567890123456789",
        n: ["-9007199254740993"],
      });
    expect(toToolOutcome("P", answer('{"id":18446744073709551615}', "application/json", 404)).data).toMatchObject({
      id: "18446744073709551615",
      status_code: 404,
    });
  });
});
