/** The words of a scope. */
import { describe, expect, it } from "vitest";
import { scopeInWords } from "./scope-words";

describe("scopeInWords", () => {
  it.each([
    ["repo", "Read and edit all repositories, including private ones"],
    ["read:org", "See memberships and teams of organizations"],
    ["copilot", "Manage Copilot for organizations"],
    ["read:ssh_signing_key", "See SSH keys for signing"],
    ["manage_runners:org", "Manage runners of organizations"],
    ["chat:write", "Send messages"],
    ["https://www.googleapis.com/auth/gmail.readonly", "Read email and its settings"],
    ["https://mail.google.com/", "Read, write, send and delete all email"],
  ])("knows what %s allows", (scope, words) => expect(scopeInWords(scope, "developer")).toBe(words));

  it.each([
    ["read:thing", "Read thing"],
    ["https://provider.example/auth/thing.modify", "Read and edit thing"],
    ["thing", "Use thing"],
    ["admin", "Administer"],
    ["constructor", "Use constructor"],
  ])("says of an unknown one what its name tells: %s", (scope, words) =>
    expect(scopeInWords(scope, "developer")).toBe(words),
  );

  it("speaks to the person who allows it, and to the developer about that person", () => {
    expect(scopeInWords("openid", "person")).toBe("Know who you are");
    expect(scopeInWords("openid", "developer")).toBe("Know who the person is");
  });
});
