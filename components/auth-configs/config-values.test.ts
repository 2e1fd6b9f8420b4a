/** Tests the request body of a settings form. */
import { describe, expect, it } from "vitest";
import { changedCredentials, storedScopes, storedTexts } from "./config-values";

const before = { name: "GitHub", client_id: "id", client_secret: "", base_url: "https://a.example.com" };
const secrets = new Set(["client_secret"]);

describe("changedCredentials", () => {
  it("sends nothing that stayed, and no name", () =>
    expect(changedCredentials(before, { ...before, name: "Other" }, secrets)).toEqual({}));
  it("sends an emptied field as empty, which removes it", () =>
    expect(changedCredentials(before, { ...before, base_url: "" }, secrets)).toEqual({ base_url: "" }));
  it("replaces a secret only when a new one was typed", () =>
    expect(changedCredentials(before, { ...before, client_secret: "new" }, secrets)).toEqual({ client_secret: "new" }));
});

describe("stored values", () => {
  it("keeps scopes apart from texts", () => {
    const credentials = { client_id: "id", scopes: ["repo"] };
    expect(storedTexts(credentials)).toEqual({ client_id: "id" });
    expect(storedScopes(credentials)).toEqual(["repo"]);
    expect(storedScopes({})).toBeUndefined();
  });
});
