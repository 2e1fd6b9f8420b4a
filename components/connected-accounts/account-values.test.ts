/** Tests the values that the page of an account reads from its state. */
import { describe, expect, it } from "vitest";
import { holdsCredentials, splitReason, toGrantedScopes, toShownCredentials } from "./account-values";

describe("toShownCredentials", () => {
  it("leaves out what the page says elsewhere and what is empty", () => {
    expect(
      toShownCredentials({
        status: "ACTIVE",
        token_type: "bearer",
        scope: "repo",
        access_token: "gho_...",
        refresh_token: "",
        team: { id: 1 },
      }),
    ).toEqual([
      ["access_token", "gho_..."],
      ["team", '{"id":1}'],
      ["token_type", "bearer"],
    ]);
  });

  it("shows a secret without a hint as masked, not as dots that wait for more", () =>
    expect(toShownCredentials({ api_key: "..." })).toEqual([["api_key", "••••"]]));
});

describe("splitReason", () => {
  it("gives lists the first sentence and the page the rest", () => {
    expect(splitReason("Disconnected by the user. The key was deleted here.")).toEqual({
      short: "Disconnected by the user.",
      more: "The key was deleted here.",
    });
    expect(splitReason("v1.2 was refused.")).toEqual({ short: "v1.2 was refused.", more: "" });
  });
});

describe("toGrantedScopes", () => {
  it("reads spaces and commas alike", () =>
    expect(toGrantedScopes({ scope: "repo,user read:org" })).toEqual(["repo", "user", "read:org"]));
  it("tells silence from nothing allowed", () => {
    expect(toGrantedScopes({})).toBeUndefined();
    expect(toGrantedScopes({ scope: "" })).toBeUndefined();
  });
});

describe("holdsCredentials", () => {
  it("is true only where something can be disabled or taken back", () => {
    const holds = (status: string, val = {}) => holdsCredentials({ status, state: { val } });
    expect([holds("ACTIVE"), holds("EXPIRED", { access_token: "gho_..." })]).toEqual([true, true]);
    expect([holds("INITIALIZING"), holds("INITIATED", { base_url: "x" }), holds("REVOKED"), holds("FAILED")]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
