import { describe, expect, it } from "vitest";
import { CurrentUserEntry } from "@/lib/catalog/current-user";
import { judge } from "./judge";

const answer = (status: number, body: unknown, type = "application/json") => ({
  status,
  headers: { "content-type": type },
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});
const rules = (more: object = {}) => CurrentUserEntry.parse({ path: "/me", ...more });
const KEY = "planted-key-0123456789abcdef";
const judgeAnswer = (status: number, body: unknown, more: object = {}) =>
  judge(answer(status, body), rules(more), [KEY]);

describe("an answer to credentials", () => {
  it("means with 401 that they are wrong", () => {
    expect(judgeAnswer(401, { message: "Bad credentials" })).toEqual({ kind: "refused" });
  });

  it("means with 403 that they are right, but may not ask for their owner", () => {
    expect(judgeAnswer(403, { name: "a message, no person" })).toEqual({ kind: "accepted", user: null });
  });

  it.each([301, 400, 404, 429, 500, 503])("means nothing with %i", (status) => {
    expect(judgeAnswer(status, { id: 1 })).toEqual({ kind: "unclear", status });
  });

  it("means nothing with 200 and a page for people", () => {
    expect(judge(answer(200, "<h1>Sign in</h1>", "text/html; charset=utf-8"), rules(), [])).toEqual({
      kind: "unclear",
      status: 200,
    });
  });

  it("means with 200 and no text that they are right", () => {
    expect(judgeAnswer(200, "")).toEqual({ kind: "accepted", user: null });
    expect(judgeAnswer(204, "")).toEqual({ kind: "accepted", user: null });
  });

  it("is a refusal by the provider's own rule, whatever its case and status", () => {
    const slack = { refused: [{ status: 200, at: "error", is: ["invalid_auth", "token_revoked"] }] };
    expect(judgeAnswer(200, { ok: false, error: "Invalid_Auth" }, slack)).toEqual({ kind: "refused" });
    expect(judgeAnswer(200, { ok: false, error: "ratelimited" }, slack).kind).toBe("accepted");
    expect(judgeAnswer(404, { ok: false, error_code: 404 }, { refused: [{ status: [401, 404] }] })).toEqual({
      kind: "refused",
    });
    const google = { refused: [{ status: 400, at: "error.details.0.reason", has: ["api_key_inv"] }] };
    expect(judgeAnswer(400, { error: { details: [{ reason: "API_KEY_INVALID" }] } }, google)).toEqual({
      kind: "refused",
    });
    expect(judgeAnswer(400, { error: { details: [{ reason: "OTHER" }] } }, google)).toEqual({
      kind: "unclear",
      status: 400,
    });
  });

  it("can match a rule by true and false, and as a text that is no JSON", () => {
    expect(judgeAnswer(200, { active: false }, { refused: [{ at: "active", is: ["false"] }] })).toEqual({
      kind: "refused",
    });
    const malformed = { refused: [{ status: 400, at: "$body", has: ["token is malformed"] }] };
    expect(judge(answer(400, "The given token is Malformed.", "text/plain"), rules(malformed), [])).toEqual({
      kind: "refused",
    });
  });

  it("is no refusal if it means a key with few permissions", () => {
    const resend = { accepted: [{ status: 401, at: "name", is: ["restricted_api_key"] }] };
    expect(judgeAnswer(401, { name: "restricted_api_key" }, resend)).toEqual({ kind: "accepted", user: null });
    expect(judgeAnswer(401, { name: "missing_api_key" }, resend)).toEqual({ kind: "refused" });
  });
});

describe("the owner of credentials", () => {
  const user = (body: unknown, more: object = {}) => {
    const verdict = judgeAnswer(200, body, more);
    return verdict.kind === "accepted" ? verdict.user : verdict;
  };

  it.each([
    [
      { login: "octocat", id: 583231, name: "The Octocat", email: "o@example.com" },
      { id: "583231", name: "The Octocat", email: "o@example.com" },
    ],
    [{ data: { viewer: { id: "u1", name: "Ada", email: "a@b.c" } } }, { id: "u1", name: "Ada", email: "a@b.c" }],
    [{ first_name: "Ada", last_name: "Lovelace" }, { name: "Ada Lovelace" }],
    [{ user: { accountId: "7", emailAddress: "a@b.c" } }, { id: "7", email: "a@b.c" }],
    [
      { id: "1", mail: null, userPrincipalName: "a@b.c" },
      { id: "1", email: "a@b.c" },
    ],
    [{ name: "No mail", email: "none" }, { name: "No mail" }],
    [{ items: [] }, null],
    [[], null],
    ["text", null],
  ])("is guessed from %j", (body, expected) => {
    expect(user(body)).toEqual(expected);
  });

  it("is read in the toolkit's place, and is not guessed if the toolkit excludes it", () => {
    const body = { name: "guess", team: "Engines", list: [{ mail: "x@y.z" }], id: 5 };
    expect(user(body, { name: "team", email: "list.0.mail", id: [] })).toEqual({ name: "Engines", email: "x@y.z" });
    expect(user(body, { name: ["absent", "team"] })).toMatchObject({ name: "Engines", id: "5" });
  });

  it("contains no character that controls or turns text, and is cut if it is long", () => {
    expect(user({ name: `A\u0000\u001b[31m\u202Eda\n\u2066 L\u200b\ud800` })).toEqual({ name: "A [31m da L \ufffd" });
    expect(user({ name: "x".repeat(5000), id: "y".repeat(5000) })).toEqual({
      name: "x".repeat(100),
      id: "y".repeat(100),
    });
  });

  it("omits a text that repeats a secret", () => {
    expect(user({ name: `Key ${KEY}`, id: KEY, email: "a@b.c" })).toEqual({ email: "a@b.c" });
  });

  it("is found with one list of secrets, and in few texts of an answer that is full of them", () => {
    let reads = 0;
    const secrets = Object.assign([KEY], {
      *[Symbol.iterator]() {
        reads += 1;
        yield KEY;
      },
    });
    const useless = Object.fromEntries(
      ["name", "full_name", "fullName", "display_name", "displayName", "real_name", "username", "login"].map((name) => [
        name,
        KEY,
      ]),
    );
    const more = { ...useless, user: { ...useless, name: "Ada" } };
    expect(judge(answer(200, more), rules(), secrets)).toEqual({ kind: "accepted", user: null });
    expect(reads).toBe(1);
  });

  it("comes only from own properties, and no deeper than its path", () => {
    expect(user([], { name: "constructor.name", id: "__proto__.length" })).toBeNull();
    const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    expect(judgeAnswer(200, deep).kind).toBe("accepted");
  });
});
