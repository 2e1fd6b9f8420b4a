/** The page on which a user decides about calls of agents, by the real routes. */
import { expect, it } from "vitest";
import { GET as showList, POST as leave } from "@/app/my/approvals/route";
import { GET as show, POST as submit } from "@/app/my/approvals/[approval_id]/route";
import { createLink, consumeLink } from "@/lib/sign-in-links/links";
import { requireCall } from "@/lib/sessions/approvals/parked-calls";
import { ASK_EVERY_CALL, decide, execute, idOf, officeForEach, sessionOf } from "@/test/builders/approvals";
import { queryRows } from "@/test/setup/query-rows";

const desk = officeForEach();
const ORIGIN = "http://localhost:3000";
const POLICY = "/internal/patchbay/approval_policy";

const signIn = async (userId: string): Promise<string> => {
  const { url } = await createLink(desk.office.projectId, {
    ...{ userId, createdBy: "test", seconds: 600, destination: "approvals" as const },
  });
  const browser = await consumeLink(url.split("/sign-in/")[1] ?? "");
  return `patchbay.user=${browser ?? ""}`;
};
type FormRequest = { cookie?: string; form?: Record<string, string>; origin?: string };
const visit = async (id: string | undefined, { cookie = "", form, origin = ORIGIN }: FormRequest = {}) => {
  const init = form ? { method: "POST", body: new URLSearchParams(form) } : {};
  const path = id === undefined ? "/my/approvals" : `/my/approvals/${encodeURIComponent(id)}`;
  const request = new Request(ORIGIN + path, { ...init, headers: { origin, cookie } });
  const facts = { params: Promise.resolve(id === undefined ? {} : { approval_id: id }) };
  const route = id === undefined ? (form ? leave : showList) : form ? submit : show;
  const response = await route(request, facts);
  return { status: response.status, text: await response.text(), headers: response.headers };
};
const forUsers = () => desk.office.person("PATCH", POLICY, { approvers: { user: true } });
const park = async (title: string) =>
  idOf((await execute(desk.office, await sessionOf(desk.office, ASK_EVERY_CALL), title)).body);
const stateOf = async (id: string) => (await requireCall(desk.office.projectId, id)).state;

it("lists the user's calls, shows one in full, and decides once", async () => {
  await forUsers();
  const [id, denied] = [await park("<b>Buy</b> 3 chairs\u202e"), await park("Buy a house")];
  const ada = await signIn("ada");
  const list = await visit(undefined, { cookie: ada });
  expect(list.status).toBe(200);
  expect(list.text).toContain("&lt;b&gt;Buy&lt;/b&gt; 3 chairs");
  expect(list.text).toContain(`/my/approvals/${id}`);
  const page = await visit(id, { cookie: ada });
  expect(page.text).toContain("chairs\\u{202e}");
  expect(page.text).toContain("DESK_WRITE");
  expect(await stateOf(id)).toBe("waiting");
  expect((await visit(id, { cookie: ada, form: { decision: "once" } })).status).toBe(200);
  expect((await visit(denied, { cookie: ada, form: { decision: "deny" } })).status).toBe(200);
  expect([await stateOf(id), await stateOf(denied)]).toEqual(["approved", "denied"]);
  expect(await requireCall(desk.office.projectId, id)).toMatchObject({ decidedBy: "ada", decidedName: "ada" });
  expect((await visit(id, { cookie: ada, form: { decision: "deny" } })).status).toBe(404);
  expect((await visit(undefined, { cookie: ada })).text).not.toContain("chairs");
  const rows = await queryRows<{ target: string }>(
    "test.audit",
    "SELECT actor_kind, actor_id, target, operation FROM audit_event WHERE project_id = $1 AND action = 'approval.decide' ORDER BY id",
    [desk.office.projectId],
  );
  const by = { actor_kind: "endUser", actor_id: "ada", operation: "myApprovals.decide" };
  expect(rows).toEqual([
    { ...by, target: id },
    { ...by, target: denied },
  ]);
});

it("404: another user's call, one about which others decide, and every other text", async () => {
  const others = await park("for members");
  await forUsers();
  const id = await park("for ada");
  const [ada, eve] = [await signIn("ada"), await signIn("eve")];
  expect((await visit(undefined, { cookie: eve })).text).not.toContain("for ada");
  expect((await visit(undefined, { cookie: ada })).text).not.toContain("for members");
  for (const [cookie, call] of [
    [eve, id],
    [ada, others],
    [ada, "apr_unknown"],
    [ada, "../x"],
    [ada, "x".repeat(99)],
  ] as const) {
    expect((await visit(call, { cookie })).status).toBe(404);
    expect((await visit(call, { cookie, form: { decision: "once" } })).status).toBe(404);
  }
  expect([await stateOf(id), await stateOf(others)]).toEqual(["waiting", "waiting"]);
  expect(await visit(id, { cookie: ada, form: { decision: "always" } })).toMatchObject({ status: 200 });
  expect(await visit(id, { cookie: ada, form: { decision: "session" } })).toMatchObject({ status: 200 });
  expect(await stateOf(id)).toBe("waiting");
});

it("401 without a sign-in, and 403 for another site's form; signing out ends it", async () => {
  await forUsers();
  const id = await park("a");
  const ada = await signIn("ada");
  expect((await visit(undefined)).status).toBe(401);
  expect((await visit(id, { form: { decision: "once" } })).status).toBe(401);
  const foreign = { cookie: ada, form: { decision: "once" }, origin: "https://evil.example" };
  expect((await visit(id, foreign)).status).toBe(403);
  expect(await stateOf(id)).toBe("waiting");
  const left = await visit(undefined, { cookie: ada, form: { action: "sign_out" } });
  expect([left.status, left.headers.get("set-cookie")]).toEqual([200, expect.stringContaining("Max-Age=0")]);
  expect((await visit(id, { cookie: ada, form: { decision: "once" } })).status).toBe(401);
});

it("a call that expired or that somebody else decided is gone; a user can allow identical calls at once", async () => {
  await forUsers();
  const [late, first, equal] = [await park("late"), await park("same"), await park("same")];
  const ada = await signIn("ada");
  await queryRows("test.late", "UPDATE parked_call SET expires_at = clock_timestamp() WHERE id = $1", [late]);
  expect((await visit(late, { cookie: ada, form: { decision: "once" } })).status).toBe(404);
  expect((await decide(desk.office, first, "deny")).status).toBe(403);
  expect((await visit(first, { cookie: ada })).text).toContain("Allow all (2)");
  expect((await visit(first, { cookie: ada, form: { decision: "all" } })).status).toBe(200);
  expect([await stateOf(first), await stateOf(equal)]).toEqual(["approved", "approved"]);
});
