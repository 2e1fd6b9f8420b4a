/** The words of a scope. */
import { describe, expect, it } from "vitest";
import { scopeInWords } from "./scope-words";

describe("scopeInWords", () => {
  it.each([
    ["read:org", "Read org"],
    ["delete_repo", "Delete repo"],
    ["https://www.googleapis.com/auth/gmail.readonly", "Read gmail"],
    ["gist", "Use gist"],
    ["openid", "Know who the person is"],
    ["admin", "Administer"],
  ])("says %s as %s", (scope, words) => expect(scopeInWords(scope)).toBe(words));
});
