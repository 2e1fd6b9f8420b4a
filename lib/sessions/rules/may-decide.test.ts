import { expect, it } from "vitest";
import type { Role } from "@/lib/access/role";
import type { Approvers } from "@/lib/contract/approvals/approvers";
import { approversFor, mayDecide, type Party } from "./may-decide";
import { NO_POLICY } from "./read-policy";

const people = (more: Partial<Approvers>): Approvers => ({ members: [], role: null, user: false, app: false, ...more });
const member = (role: Role, id = "user_1"): Party => ({ kind: "member", id, role });

it("without approvers: members who may decide, and the app, but not the user", () => {
  for (const role of ["owner", "admin", "developer"] as const) expect(mayDecide(null, member(role))).toBe(true);
  for (const role of ["viewer", "auditor"] as const) expect(mayDecide(null, member(role))).toBe(false);
  expect(mayDecide(null, { kind: "app" })).toBe(true);
  expect(mayDecide(null, { kind: "user" })).toBe(false);
});

it("with approvers: nobody else, whatever their role", () => {
  const admins = people({ role: "admin" });
  expect([member("owner"), member("admin"), member("developer")].map((party) => mayDecide(admins, party))).toEqual([
    true,
    true,
    false,
  ]);
  const named = people({ members: ["user_1"] });
  expect(mayDecide(named, member("developer"))).toBe(true);
  expect(mayDecide(named, member("owner", "user_2"))).toBe(false);
  expect(mayDecide(named, { kind: "app" })).toBe(false);
  expect(mayDecide(people({ app: true }), { kind: "app" })).toBe(true);
  expect(mayDecide(people({ user: true }), { kind: "user" })).toBe(true);
  expect(mayDecide(people({ user: true }), member("owner"))).toBe(false);
});

it("a named member who became a viewer decides nothing", () => {
  expect(mayDecide(people({ members: ["user_1"] }), member("viewer"))).toBe(false);
});

it("the rule of the tool comes first, then that of its toolkit, the project, and the session", () => {
  const [ofTool, ofToolkit, ofProject, ofSession] = ["a", "b", "c", "d"].map((id) => people({ members: [id] }));
  const tool = { slug: "DESK_WRITE", aliases: [], toolkitSlug: "desk" };
  const rule = (approvers: Approvers | undefined) => ({
    rule: "ask_always" as const,
    toolkitSlug: "desk",
    approvers: approvers ?? null,
  });
  const rules = new Map([
    ["DESK_WRITE", rule(ofTool)],
    ["desk", rule(ofToolkit)],
  ]);
  const session = { config: { approvers: ofSession } };
  const policy = { ...NO_POLICY, approvers: ofProject ?? null };
  expect(approversFor(tool, { ...policy, rules }, session)).toBe(ofTool);
  rules.set("DESK_WRITE", rule(undefined));
  expect(approversFor(tool, { ...policy, rules }, session)).toBe(ofToolkit);
  rules.delete("desk");
  expect(approversFor(tool, { ...policy, rules }, session)).toBe(ofProject);
  expect(approversFor(tool, NO_POLICY, session)).toBe(ofSession);
  expect(approversFor(tool, NO_POLICY, { config: {} })).toBeNull();
});
