/** The filters of the audit trail between the URL, the operation and the chips. */
import { expect, it } from "vitest";
import { isFiltered, toAuditChips, toAuditFilter } from "./audit-filters";

const search = (text: string) => new URLSearchParams(text);

it("passes each filter of the URL to the operation under its name there", () => {
  const url = "who=ada%40example.com&object=key_1&address=203.0.113.7&project=prj_1&what=api_key&outcome=refused";
  expect(toAuditFilter(search(url))).toEqual({
    actor: "ada@example.com",
    target: "key_1",
    address: "203.0.113.7",
    project_id: "prj_1",
    action: "api_key",
    outcome: "refused",
  });
});

it("takes a day as a whole in the viewer's zone", () => {
  const { from, to } = toAuditFilter(search("since=2026-11-27&until=2026-11-27"));
  expect(new Date(to ?? 0).getTime() - new Date(from ?? 0).getTime()).toBe(86_399_999);
  expect(new Date(from ?? 0).getHours()).toBe(0);
});

it("leaves out what the operation would refuse", () => {
  expect(toAuditFilter(search("what=Api%20Keys&outcome=maybe&since=yesterday&until=2026-99-99&who=+"))).toEqual({});
});

it("shows each filter with the name of its value", () => {
  const names = new Map([["usr_1", "Ada"]]);
  expect(toAuditChips(search("who=usr_1&what=api_key"), names)).toEqual([
    { name: "who", label: "Who", value: "Ada" },
    { name: "what", label: "What", value: "API keys" },
  ]);
  expect(toAuditChips(search("what=api_key.revoke"), names)).toMatchObject([{ value: "api_key.revoke" }]);
  expect([isFiltered(search("")), isFiltered(search("open=1")), isFiltered(search("since=2026-11-27"))]).toEqual([
    false,
    false,
    true,
  ]);
});
