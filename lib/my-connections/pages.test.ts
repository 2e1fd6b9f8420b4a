/** The page of connections in each language, and its times. */
import { expect, it } from "vitest";
import { type Language, LANGUAGES } from "@/lib/connected-accounts/pages/texts";
import { type ListedConnection, type ListPage, stateOf, toListPage } from "./list-page";
import { toAskPage, toEndedPage } from "./one-page";
import { connectionTexts } from "./texts";
import { ago } from "./when";

const connection = (more: Partial<ListedConnection> = {}): ListedConnection => ({
  id: "ca_1",
  authConfigId: "ac_1",
  toolkit: { name: "Gmail", logo: "" },
  isOwn: true,
  isShared: false,
  alias: "Work",
  owner: { email: "ada@example.com" },
  status: "ACTIVE",
  enabled: true,
  byConsent: true,
  scopes: ["read:org"],
  createdAt: new Date("2026-01-05T10:00:00Z"),
  lastUsedAt: new Date("2026-02-01T10:00:00Z"),
  calls: { total: "2", latest: [{ name: "Send email", successful: true, at: new Date("2026-02-01T10:00:00Z") }] },
  ...more,
});
const page = (more: Partial<ListPage> = {}): ListPage => ({
  language: "en",
  chosen: "",
  branding: { name: "Acme" },
  userId: "ada",
  connections: [connection()],
  page: 1,
  pages: 1,
  present: new Date("2026-02-01T12:30:00Z"),
  goesTo: [],
  ...more,
});

it.each(Object.keys(LANGUAGES) as Language[])("%s: has every text of its own, and keeps every place", (language) => {
  const places = (text: readonly string[]) => [...text.join().matchAll(/\{\w+\}/g)].map(String).sort();
  const [own, english] = [connectionTexts(language), connectionTexts("en")];
  for (const name of Object.keys(english) as (keyof typeof english)[]) {
    const [mine, theirs] = [[own[name]].flat(), [english[name]].flat()];
    expect([name, mine.length, [...new Set(places(mine))]]).toEqual([
      name,
      theirs.length,
      [...new Set(places(theirs))],
    ]);
    expect(mine.join()).not.toBe(language === "en" ? "" : theirs.join());
  }
  const { html } = toListPage(page({ language }));
  expect(html).toContain(`<html lang="${language}">`);
  for (const words of ["Gmail", "Work · ada@example.com", "2026", own.title, own.connected, "Send email"])
    expect(html).toContain(words);
  const facts = { language, chosen: "", branding: { name: "Acme" }, connection: connection(), goesTo: [] };
  for (const { html } of [toListPage(page({ language })), toAskPage(facts), toEndedPage(facts, "later")]) {
    expect(html).not.toMatch(/\{\w+\}/);
    expect(html).toContain(`<b aria-current="true">${LANGUAGES[language]}</b>`);
  }
});

it.each([
  ["ACTIVE", true, "connected"],
  ["ACTIVE", false, "paused"],
  ["INACTIVE", false, "paused"],
  ["EXPIRED", true, "stopped"],
  ["INITIATED", true, "unfinished"],
  ["FAILED", true, "unfinished"],
  ["REVOKED", true, "disconnected"],
] as const)("%s, enabled %s, is %s", (status, enabled, state) => {
  expect(stateOf({ status, enabled })).toBe(state);
});

it("tells times as distances, older ones as days, and the exact time as the title", () => {
  const present = new Date("2026-02-01T12:30:00Z");
  const told = (at: string, language: Language = "en") => String(ago(new Date(at), present, language));
  expect(told("2026-02-01T12:29:50Z")).toContain(">now<");
  expect(told("2026-02-01T12:30:09Z")).toContain(">now<");
  expect(told("2026-02-01T10:00:00Z")).toContain(">2 hours ago<");
  expect(told("2026-01-30T10:00:00Z")).toContain(">2 days ago<");
  expect(told("2025-12-24T10:00:00Z", "de")).toContain(">24.12.2025<");
  expect(told("2025-12-24T10:00:00Z")).toContain(
    'datetime="2025-12-24T10:00:00.000Z" title="Dec 24, 2025, 10:00 AM UTC"',
  );
});

it("offers to end or to mend what is the user's own alone", () => {
  const html = (more: Partial<ListedConnection>) => toListPage(page({ connections: [connection(more)] })).html;
  expect(html({})).toContain('aria-label="Disconnect: Gmail, Work · ada@example.com"');
  expect(html({})).not.toContain("reconnect");
  expect(html({ status: "EXPIRED" })).toMatch(/value="reconnect"[^]*>Disconnect</);
  expect(html({ status: "REVOKED" })).toContain('value="reconnect"');
  expect(html({ status: "REVOKED" })).not.toContain(">Disconnect<");
  for (const status of ["ACTIVE", "EXPIRED"] as const)
    expect(html({ status, isOwn: false, isShared: true })).not.toMatch(/reconnect|>Disconnect</);
});
