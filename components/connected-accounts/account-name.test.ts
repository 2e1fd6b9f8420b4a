import { describe, expect, it } from "vitest";
import { accountDetail, accountName, accountTitle, providerUser, rowName } from "./account-name";

const account = { alias: null, user_id: "ada", current_user_info: { id: "7", name: "Ada Lovelace", email: "a@b.c" } };

describe("an account's name", () => {
  it("is its alias, else its owner at the provider, else its user here", () => {
    expect(accountName({ ...account, alias: "Work" })).toBe("Work");
    expect(accountName(account)).toBe("Ada Lovelace");
    expect(accountName({ ...account, current_user_info: { id: "7", email: "a@b.c" } })).toBe("a@b.c");
    expect(accountName({ ...account, current_user_info: { id: "7" } })).toBe("7");
    expect(accountName({ ...account, current_user_info: null })).toBe("ada");
  });

  it("comes before the user's id, which no line repeats", () => {
    const namedAccount = { ...account, toolkit: { slug: "github" } };
    const unknown = { ...namedAccount, current_user_info: null };
    const nameOf = () => "GitHub";
    expect([namedAccount, unknown].map((listedAccount) => accountDetail(listedAccount, nameOf))).toEqual([
      "GitHub · ada",
      "GitHub",
    ]);
    expect([namedAccount, unknown].map((listedAccount) => rowName(listedAccount, nameOf))).toEqual([
      "Ada Lovelace",
      "GitHub",
    ]);
    expect([namedAccount, unknown].map((listedAccount) => accountTitle(listedAccount, nameOf))).toEqual([
      "GitHub · Ada Lovelace",
      "GitHub · ada",
    ]);
  });

  it("shows each fact of the provider's user once, and nothing without a user", () => {
    expect(providerUser(account)).toBe("Ada Lovelace · a@b.c · 7");
    expect(providerUser({ current_user_info: { name: "a@b.c", email: "a@b.c" } })).toBe("a@b.c");
    expect(providerUser({ current_user_info: null })).toBeUndefined();
  });
});
