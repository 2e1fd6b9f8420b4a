import { describe, expect, it } from "vitest";
import { mayUse } from "./acl";

const shared = (acl: unknown) => ({ userId: "ada", accountType: "SHARED", acl });

describe("an account can be used", () => {
  it("by its owner, whatever its list says", () => {
    for (const acl of [null, { not_allowed_user_ids: ["ada"] }]) expect(mayUse(shared(acl), "ada")).toBe(true);
  });

  it("by nobody else while it is private, even with a list that allows others", () => {
    expect(
      mayUse({ ...shared({ allow_all_users: true, allowed_user_ids: ["bob"] }), accountType: "PRIVATE" }, "bob"),
    ).toBe(false);
  });

  it("by those whom the list of a shared account allows, and never by those whom it forbids", () => {
    expect(mayUse(shared({ allowed_user_ids: ["bob"] }), "bob")).toBe(true);
    expect(mayUse(shared({ allow_all_users: true }), "bob")).toBe(true);
    expect(
      mayUse(shared({ allowed_user_ids: ["bob"], allow_all_users: true, not_allowed_user_ids: ["bob"] }), "bob"),
    ).toBe(false);
    for (const acl of [null, {}, { allowed_user_ids: ["eve"] }, { allow_all_users: "yes" }])
      expect(mayUse(shared(acl), "bob")).toBe(false);
  });
});
