/** Tests the filters of the event log, from the URL to the operations. */
import { expect, it } from "vitest";
import { isFiltered, toEventChips, toEventFilter, toKindChange, writtenKind } from "./event-filters";

const of = (text: string) => new URLSearchParams(text);

it("reads the address, writes slugs in their one way, and ignores a state that does not exist", () => {
  expect(toEventFilter(of("slug=github_commit_event&toolkit=GitHub&state=dead&receiver=ws_1"), 0)).toEqual({
    trigger_slug: "GITHUB_COMMIT_EVENT",
    toolkit_slug: "github",
    state: "dead",
    sent_to: "ws_1",
  });
  expect(toEventFilter(of("state=lost&search=%20"), 0)).toEqual({});
  for (const kind of ["connected_account.created", "composio.connected_account.created"])
    expect(toEventFilter(of(`type=${kind}&state=none`), 0)).toEqual({
      type: "composio.connected_account.created",
      state: "none",
    });
});

it("a time range ends now", () => {
  expect(toEventFilter(of("range=1h"), Date.UTC(2026, 0, 1, 12))).toEqual({ from: "2026-01-01T11:00:00.000Z" });
});

it("knows whether anything narrows the list", () => {
  expect([of("live=1&open=evt_1"), of("user=ada"), of("range=24h")].map(isFiltered)).toEqual([false, true, true]);
});

it("says each filter in words, a receiver by its address, but not the search", () => {
  const receivers = new Map([["whs_1", "example.com/hook"]]);
  expect(toEventChips(of("receiver=whs_1&state=dead&type=composio.x&search=y&open=z"), receivers)).toEqual([
    { name: "type", label: "Event type", value: "x" },
    { name: "receiver", label: "Endpoint", value: "example.com/hook" },
    { name: "state", label: "Delivery", value: "Failed" },
  ]);
  expect(toEventChips(of("receiver=gone"), receivers)).toMatchObject([{ value: "gone" }]);
});

it("has one field for kinds of events and types of triggers: each is written in its way, and takes the other's place", () => {
  const [kind, type] = ["composio.connected_account.Expired", "github_commit_event"].map(writtenKind);
  expect([kind, type]).toEqual(["connected_account.expired", "GITHUB_COMMIT_EVENT"]);
  expect(toKindChange(kind ?? "")).toEqual({ type: "connected_account.expired", slug: "" });
  expect(toKindChange(type ?? "")).toEqual({ type: "", slug: "GITHUB_COMMIT_EVENT" });
  expect(toKindChange("")).toEqual({ type: "", slug: "" });
});
