/** The page of connections in each language, and its times. */
import { expect, it } from "vitest";
import { type Language, LANGUAGES } from "@/lib/hosted-pages/languages";
import { toListPage } from "./list-page";
import type { ListedConnection, ListPage } from "./listed-connection";
import { toAskPage, toEndedPage } from "./connection-page";
import { toAskProgramPage, toEndedProgramPage } from "./programs-page";
import type { ListedProgram } from "./listed-program";
import { stateOf, whoseOf } from "./connection-row";
import { connectionTexts } from "@/lib/hosted-pages/texts";
import { ago, soon } from "./relative-time";

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
  keyHint: undefined,
  keysUrl: undefined,
  scopes: ["read:org"],
  createdAt: new Date("2026-01-05T10:00:00Z"),
  lastUsedAt: new Date("2026-02-01T10:00:00Z"),
  calls: { total: "2", latest: [{ name: "Send email", successful: true, at: new Date("2026-02-01T10:00:00Z") }] },
  ...more,
});
const program = (more: Partial<ListedProgram> = {}): ListedProgram => ({
  id: "og_1",
  clientName: "Tour IDE",
  grantedAs: "end_user",
  createdAt: new Date("2026-01-06T10:00:00Z"),
  lastUsedAt: null,
  serverName: "Mail tools",
  toolkits: ["gmail"],
  uses: ["Gmail", "GitHub"],
  provenHost: null,
  redirectUris: ["https://ide.example/callback"],
  ...more,
});
const page = (more: Partial<ListPage> = {}): ListPage => ({
  language: "en",
  chosen: "",
  branding: { name: "Acme" },
  userId: "ada",
  until: new Date("2026-02-01T13:05:00Z"),
  connections: [connection()],
  programs: [program()],
  page: 1,
  pages: 1,
  present: new Date("2026-02-01T12:30:00Z"),
  goesTo: [],
  ...more,
});

it.each(Object.keys(LANGUAGES) as Language[])("%s: has every text of its own, and keeps every place", (language) => {
  const places = (text: readonly string[]) => [...text.join().matchAll(/\{\w+\}/g)].map(String).sort();
  const [localTexts, english] = [connectionTexts(language), connectionTexts("en")];
  for (const name of Object.keys(english) as (keyof typeof english)[]) {
    const [mine, theirs] = [[localTexts[name]].flat(), [english[name]].flat()];
    expect([name, mine.length, [...new Set(places(mine))]]).toEqual([
      name,
      theirs.length,
      [...new Set(places(theirs))],
    ]);
    expect(mine.join()).not.toBe(language === "en" ? "" : theirs.join());
  }
  const { html } = toListPage(page({ language }));
  expect(html).toContain(`<html lang="${language}">`);
  for (const words of ["Gmail", "Work · ada@example.com", "2026", localTexts.title, localTexts.connected, "Send email"])
    expect(html).toContain(words);
  const facts = { language, chosen: "", branding: { name: "Acme" }, connection: connection(), goesTo: [] };
  const about = { language, chosen: "", branding: { name: "Acme" }, present: new Date() };
  for (const { html } of [
    toListPage(page({ language })),
    toAskPage(facts),
    toEndedPage(facts, "later"),
    toAskProgramPage(program(), about),
    toEndedProgramPage(program(), about),
  ]) {
    expect(html).not.toMatch(/\{\w+\}/);
    expect(html).toContain(`<option value="${language}" lang="${language}" selected>${LANGUAGES[language]}</option>`);
  }
});

it.each([
  ["ACTIVE", true, "connected"],
  ["ACTIVE", false, "paused"],
  ["INACTIVE", false, "paused"],
  ["EXPIRED", true, "stopped"],
  ["REVOKED", true, "disconnected"],
] as const)("%s, enabled %s, is %s", (status, enabled, state) => {
  expect(stateOf({ status, enabled })).toBe(state);
});

it("tells times as distances, older ones as days, and the exact time as the title", () => {
  const present = new Date("2026-02-01T12:30:00Z");
  const toText = (time: string, language: Language = "en") => String(ago(new Date(time), present, language));
  expect(toText("2026-02-01T12:29:50Z")).toContain(">now<");
  expect(toText("2026-02-01T12:30:09Z")).toContain(">now<");
  expect(toText("2026-02-01T10:00:00Z")).toContain(">2 hours ago<");
  expect(toText("2026-01-30T10:00:00Z")).toContain(">2 days ago<");
  expect(toText("2025-12-24T10:00:00Z", "de")).toContain(">24.12.2025<");
  expect(toText("2025-12-24T10:00:00Z")).toContain(
    'datetime="2025-12-24T10:00:00.000Z" title="Dec 24, 2025, 10:00 AM UTC"',
  );
});

it("tells the end of a sign-in by how long it is until then, in each language", () => {
  const present = new Date("2026-02-01T13:14:40Z");
  const toText = (language: Language, time = "2026-02-01T14:05:00Z") =>
    String(soon(new Date(time), present, language))
      .replace(/<[^>]*>/g, "")
      .replace(/\s/g, " ");
  expect(toText("en")).toBe("in 50 minutes, 2:05 PM UTC");
  expect(toText("de")).toBe("in 50 Minuten, 14:05 UTC");
  expect(toText("fr")).toBe("dans 50 minutes, 14:05 UTC");
  expect(toText("ja")).toMatch(/^50 ?分後（14:05 UTC）$/);
  expect(toText("en", "2026-02-01T13:14:50Z")).toBe("in 1 minute, 1:14 PM UTC");
  for (const language of Object.keys(LANGUAGES) as Language[]) expect(toText(language)).toMatch(/50.*2?:?05/);
});

it("says nothing of a key whose mask shows nothing", () => {
  expect(whoseOf({ alias: null, owner: null, keyHint: "..." })).toBe("");
  expect(whoseOf({ alias: "Work", owner: null, keyHint: "re_1..." })).toBe("Work · re_1...");
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

it("tells keys of one toolkit apart by their beginning and the clock time, and says each fact once", () => {
  const key = (id: string, keyHint: string, time: string) =>
    connection({
      id,
      alias: null,
      owner: null,
      keyHint,
      byConsent: false,
      scopes: null,
      lastUsedAt: null,
      createdAt: new Date(`2026-01-05T${time}:00Z`),
      calls: { total: "0", latest: [] },
    });
  const { html } = toListPage(
    page({ connections: [key("ca_1", "re_1...", "10:00"), key("ca_2", "re_2...", "11:30")], programs: [] }),
  );
  for (const words of [
    "<p>re_1...</p>",
    "<p>re_2...</p>",
    ">Jan 5, 2026, 10:00 AM UTC<",
    ">Jan 5, 2026, 11:30 AM UTC<",
  ])
    expect(html).toContain(words);
  expect(html.match(/Never used|never used/g)).toHaveLength(2);
  expect(html).not.toContain(connectionTexts("en").noCalls);
});

it("leads from a key that was disconnected to the provider's page of keys, and speaks of no access of the app", () => {
  const keyed = connection({ byConsent: false, keysUrl: "https://provider.example/keys", scopes: null });
  const toText = (outcome: Parameters<typeof toEndedPage>[1]) =>
    toEndedPage({ language: "en", chosen: "", branding: { name: "Acme" }, connection: keyed, goesTo: [] }, outcome)
      .html;
  for (const outcome of ["deleted", "later", "refused"] as const) {
    expect(toText(outcome)).toContain(
      '<a href="https://provider.example/keys" rel="noreferrer">Remove the key at Gmail</a>',
    );
    expect(toText(outcome)).not.toContain("access of Acme");
  }
  expect(toText("revoked")).not.toContain("provider.example");
});

it("names a program with where it goes on, what it may use, and the way to end it", () => {
  const { html } = toListPage(page());
  for (const words of [
    "Programs that can act as you",
    "<h3>Tour IDE</h3>",
    "It continues at ide.example.",
    "May use Mail tools: Gmail, GitHub",
    'href="/my/programs/og_1" aria-label="Revoke access for Tour IDE: Mail tools"',
  ])
    expect(html).toContain(words);
  expect(toListPage(page({ programs: [] })).html).not.toContain("Programs that can act as you");
  const of = (more: Partial<ListedProgram>) => toListPage(page({ programs: [program(more)] })).html;
  expect(of({ grantedAs: "machine", redirectUris: [] })).toContain("Set up by Acme");
  expect(of({ provenHost: "ide.example" })).toContain("ide.example vouches for it.");
});
