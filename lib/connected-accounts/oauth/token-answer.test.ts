import { describe, expect, it } from "vitest";
import { OAuthProvider } from "@/lib/catalog/toolkit-auth-scheme";
import { OAuthFailure } from "./oauth-failure";
import { readTokenAnswer as read, type AnswerForm, type TokenAnswer } from "./token-answer";

const readTokenAnswer = (form: AnswerForm, answer: TokenAnswer) => read(form, answer, []);

const provider = (more: object = {}) =>
  OAuthProvider.parse({
    provider: "p",
    authorizationUrl: "https://p.example/a",
    tokenUrl: "https://p.example/t",
    ...more,
  });
const json = (body: unknown, status = 200) => ({ status, contentType: "application/json", text: JSON.stringify(body) });

function failure(answer: Parameters<typeof readTokenAnswer>[1], facts = provider()): OAuthFailure {
  try {
    readTokenAnswer(facts, answer);
  } catch (error) {
    if (error instanceof OAuthFailure) return error;
    throw error;
  }
  throw new Error("no failure");
}

describe("readTokenAnswer", () => {
  it("reads JSON and keeps the fields of the standard", () => {
    expect(
      readTokenAnswer(
        provider(),
        json({ access_token: "t", refresh_token: "r", token_type: "Bearer", scope: "a b", expires_in: 3600, other: 1 }),
      ),
    ).toEqual({
      values: { access_token: "t", refresh_token: "r", token_type: "Bearer", scope: "a b", expires_in: "3600" },
      expiresInSeconds: 3600,
    });
  });

  it("reads the form that GitHub returns without an Accept header", () => {
    const answer = {
      status: 200,
      contentType: "application/x-www-form-urlencoded; charset=utf-8",
      text: "access_token=gho_1&scope=repo%2Cgist&token_type=bearer",
    };
    expect(readTokenAnswer(provider(), answer).values).toEqual({
      access_token: "gho_1",
      scope: "repo,gist",
      token_type: "bearer",
    });
  });

  it.each([
    ["3600", 3600],
    [59.9, 59],
    ["soon", null],
    [0, null],
    [-1, null],
    [undefined, null],
  ])("reads expires_in %j as %j", (expiresIn, expected) => {
    expect(readTokenAnswer(provider(), json({ access_token: "t", expires_in: expiresIn })).expiresInSeconds).toBe(
      expected,
    );
  });

  it("uses the provider's usual token life if the answer has none", () => {
    expect(readTokenAnswer(provider({ expiresInSeconds: 7200 }), json({ access_token: "t" })).expiresInSeconds).toBe(
      7200,
    );
  });

  it("finds the token where the provider puts it, and keeps its extra facts", () => {
    const facts = provider({ tokenPaths: ["authed_user", ""], keepFields: ["team.id", "instance_url"] });
    expect(
      readTokenAnswer(
        facts,
        json({
          ok: true,
          access_token: "bot",
          authed_user: { id: "U", access_token: "user" },
          team: { id: "T1" },
          instance_url: "https://i",
        }),
      ).values,
    ).toEqual({ access_token: "user", team_id: "T1", instance_url: "https://i" });
    expect(
      readTokenAnswer(facts, json({ ok: true, access_token: "bot", authed_user: { id: "U" } })).values.access_token,
    ).toBe("bot");
  });

  it.each([
    [
      "GitHub, HTTP 200",
      json({ error: "bad_verification_code", error_description: "The code passed is incorrect or expired." }),
      "rejected",
      "bad_verification_code: The code passed is incorrect or expired",
    ],
    ["Slack, HTTP 200", json({ ok: false, error: "invalid_client_id" }), "refused", "invalid_client_id"],
    [
      "RFC 6749",
      json({ error: "invalid_grant", error_description: "Token has been\n revoked" }, 400),
      "rejected",
      "invalid_grant: Token has been revoked",
    ],
    [
      "Facebook",
      json({ error: { message: "No app", type: "OAuthException", code: 101 } }, 400),
      "refused",
      "OAuthException: No app",
    ],
    [
      "Facebook, of a token that has ended",
      json({ error: { message: "It has expired", type: "OAuthException", code: 190 } }, 400),
      "rejected",
      "token_expired: It has expired",
    ],
    [
      "a form",
      {
        status: 200,
        contentType: "application/x-www-form-urlencoded",
        text: "error=access_denied&error_description=No+way",
      },
      "refused",
      "access_denied: No way",
    ],
    ["overload", json({ message: "slow down" }, 429), "unreachable", "slow down"],
    ["a broken gateway", { status: 502, contentType: "text/html", text: "<html>" }, "unreachable", "HTTP 502"],
    ["a redirect", { status: 302, contentType: "text/html", text: "" }, "refused", "HTTP 302"],
  ] as const)("reports an error in the provider's words: %s", (_, answer, kind, words) => {
    expect(failure(answer, provider({ endedErrors: [190] }))).toMatchObject({
      kind,
      message: `The provider returned: ${words}.`,
    });
  });

  it("refuses an answer without a token", () => {
    for (const answer of [
      json({}),
      json([]),
      json({ access_token: "" }),
      { status: 200, contentType: "text/html", text: "<p>hello=world" },
    ])
      expect(failure(answer).message).toBe("The provider's answer holds no access token.");
  });
});
