/** The access of a key in words. */
import { expect, it } from "vitest";
import { sayKey, sayLimits, toLimitPhrases } from "./key-access";

it("a key with limits does not have full access, whatever its scopes are", () => {
  expect(sayKey({ scopes: null, limits: null })).toBe("Full access");
  expect(sayKey({ scopes: null, limits: { toolkits: ["github"] } })).toBe("All areas");
  expect(sayKey({ scopes: null, limits: { addresses: ["10.0.0.0/8"] } })).toBe("All areas");
  expect(sayKey({ scopes: { tools: "read" }, limits: { toolkits: ["github"] } })).toBe("Tools (read)");
});

it("limits are counted in a few words", () => {
  expect(sayLimits(null)).toBe("");
  expect(sayLimits({ toolkits: ["github"], user_ids: ["ada", "bob"], addresses: ["10.0.0.0/8"] })).toBe(
    "1 toolkit, 2 users, 1 IP address",
  );
});

it("a limit that this server cannot read is a key for nothing", () => {
  expect(sayLimits({ toolkits: [], user_ids: [], addresses: [] })).toBe("0 toolkits, 0 users, 0 IP addresses");
});

it("phrases name what the key is limited to, the first ten of each", () => {
  expect(toLimitPhrases({ toolkits: ["github", "gmail"], user_ids: ["ada"], addresses: ["10.0.0.0/8"] })).toEqual([
    "with the toolkits github, gmail",
    "for the user ada",
    "from the IP address 10.0.0.0/8",
  ]);
  const users = Array.from({ length: 12 }, (_, index) => `u${index}`);
  expect(toLimitPhrases({ user_ids: users })).toEqual([`for the users ${users.slice(0, 10).join(", ")} and 2 more`]);
  expect(toLimitPhrases({ toolkits: [] })).toEqual(["with no toolkit"]);
});
