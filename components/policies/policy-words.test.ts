/** Policies in words. */
import { expect, it } from "vitest";
import type { Policy } from "./policy-draft";
import { toCoverage, type Names } from "./policy-words";

const names: Names = {
  nameOf: (toolkit) => (toolkit === "github" ? "GitHub" : toolkit),
  toolkitOf: () => "github",
  hintOf: (tag) => (tag === "destructiveHint" ? "Destructive" : tag),
  accountOf: (id) => (id === "ca_1" ? "The Octocat" : undefined),
  keyOf: (id) => (id === "key_1" ? "Production" : undefined),
};
const time = "2026-01-01T00:00:00.000Z";
const policy: Policy = {
  id: "pol_1",
  name: "One",
  enabled: true,
  match: {},
  action: { type: "deny" },
  created_by: { id: "user_1", name: null },
  created_at: time,
  updated_at: time,
};
const toWords = (match: Policy["match"]) => toCoverage({ ...policy, match }, names);

it.each([
  [{}, "All tools"],
  [{ tools: ["GITHUB_CREATE_AN_ISSUE"], users: ["ada"] }, "Create an issue for user ada"],
  [{ toolkits: ["github"], tags: ["destructiveHint"] }, "Tools of GitHub marked Destructive"],
  [{ accounts: ["ca_1"] }, "All tools with the connected account “The Octocat”"],
  [{ accounts: ["ca_2"] }, "All tools with 1 connected account"],
  [{ accounts: ["ca_1", "ca_2"] }, "All tools with 2 connected accounts"],
  [{ api_keys: ["key_1"] }, "All tools from the API key “Production”"],
])("says which calls a policy covers: %o", (match, words) => expect(toWords(match)).toBe(words));
