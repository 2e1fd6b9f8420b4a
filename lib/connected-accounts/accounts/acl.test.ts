import { describe, expect, it } from "vitest";
import { mayUse } from "./acl";

const shared = (acl: unknown) => ({ userId: "ada", accountType: "SHARED", acl });

describe("an account", () => {
  it("can be used by its owner, whatever its list contains", () => {
    for (const acl of [null, { not_allowed_user_ids: ["ada"] }]) expect(mayUse(shared(acl), "ada")).toBe(true);
  });

  it("can be used by nobody else while it is private, even if its list allows others", () => {
    expect(
      mayUse({ ...shared({ allow_all_users: true, allowed_user_ids: ["bob"] }), accountType: "PRIVATE" }, "bob"),
    ).toBe(false);
  });

  it("can be used by those whom a shared account's list allows, and never by those whom it forbids", () => {
    expect(mayUse(shared({ allowed_user_ids: ["bob"] }), "bob")).toBe(true);
    expect(mayUse(shared({ allow_all_users: true }), "bob")).toBe(true);
    expect(
      mayUse(shared({ allowed_user_ids: ["bob"], allow_all_users: true, not_allowed_user_ids: ["bob"] }), "bob"),
    ).toBe(false);
    for (const acl of [null, {}, { allowed_user_ids: ["eve"] }, { allow_all_users: "yes" }])
      expect(mayUse(shared(acl), "bob")).toBe(false);
  });
});
