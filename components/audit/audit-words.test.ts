/** Texts about audit events on the page. */
import { expect, it } from "vitest";
import { type AuditRow, toActorKind, toKnownNames, toLabel, toTargetHref } from "./audit-words";

it("links to the page of an object, and only to pages that exist", () => {
  const target = { id: "ac_1/2", name: null };
  expect(toTargetHref({ action: "auth_config.update", target })).toBe("/auth-configs/ac_1%2F2");
  expect(toTargetHref({ action: "profile.update", target })).toBeNull();
  expect(toTargetHref({ action: "auth_config.update", target: { id: null, name: null } })).toBeNull();
});

it("writes fields and kinds as labels", () => {
  expect([toLabel("log_retention_days"), toActorKind("apiKey"), toActorKind("new_kind")]).toEqual([
    "Log retention days",
    "API key",
    "New kind",
  ]);
});

it("knows the names that the rows show", () => {
  const row = {
    actor: { kind: "session", id: "usr_1", name: "Ada" },
    target: { id: "key_1", name: null },
    project_id: "prj_1",
    project_name: "Shop",
  } as AuditRow;
  expect([...toKnownNames([row])]).toEqual([
    ["usr_1", "Ada"],
    ["prj_1", "Shop"],
  ]);
});
