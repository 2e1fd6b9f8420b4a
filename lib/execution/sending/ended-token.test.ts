/** Responses that mean that a token has ended. */
import { describe, expect, it } from "vitest";
import { readProjectToolkits } from "@/test/catalog/project-toolkits";
import { tellsEndedToken } from "./ended-token";

const rules = new Map(readProjectToolkits().toolkits.map((toolkit) => [toolkit.slug, toolkit.refusals?.ended]));
const tells = (status: number, body: unknown = "", headers: Record<string, string> = {}, toolkit = "http") =>
  tellsEndedToken(
    { status, headers, body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)) },
    rules.get(toolkit),
  );

describe("an ended token", () => {
  it.each([
    [401, "", {}, "http"],
    [403, "", { "www-authenticate": 'Bearer realm="x", error="invalid_token"' }, "http"],
    [400, "", { "www-authenticate": "Bearer error=invalid_token" }, "http"],
    [403, { error: "token_expired" }, {}, "http"],
    [403, { error: "invalid_token" }, {}, "http"],
    [400, { error: "expired_token" }, {}, "http"],
    [400, { error: { code: "InvalidAuthenticationToken" } }, {}, "http"],
    [403, { errors: [{ code: "ACCESS_TOKEN_EXPIRED" }] }, {}, "http"],
    [403, { error_code: "403", message: "Invalid access token." }, {}, "http"],
    [403, { message: "The access token has expired" }, {}, "http"],
    [400, { error: { code: 190, message: "x" } }, {}, "facebook"],
    [403, { errorMessage: "Failed to parse Connect Session Auth Token" }, {}, "jira"],
    [404, { message: "The token has expired" }, {}, "confluence"],
    [403, { error: { code: 3, message: "x" } }, {}, "netatmo"],
    [403, [{ errorCode: "INVALID_SESSION_ID", message: "Session expired" }], {}, "salesforce"],
    [200, { ok: false, error: "token_expired" }, {}, "slack"],
  ])("is recognized by %i %j %j of %s", (status, body, headers, toolkit) => {
    expect(tells(status, body, headers, toolkit)).toBe(true);
  });

  it.each([
    [403, { error: "insufficient_scope" }, { "www-authenticate": 'Bearer error="insufficient_scope"' }, "http"],
    [403, { message: "You may not read this." }, {}, "http"],
    [404, { error: "token_expired" }, {}, "http"],
    [200, { error: "token_expired" }, {}, "http"],
    [400, { error: { code: 100, message: "Invalid parameter" } }, {}, "facebook"],
    [404, { message: "Issue does not exist" }, {}, "jira"],
    [500, { error: "invalid_token" }, {}, "http"],
    [200, { ok: false, error: "channel_not_found" }, {}, "slack"],
    [400, "", {}, "http"],
    [403, "x".repeat(20_000), {}, "http"],
  ])("is not recognized by %i %j %j of %s", (status, body, headers, toolkit) => {
    expect(tells(status, body, headers, toolkit)).toBe(false);
  });
});
