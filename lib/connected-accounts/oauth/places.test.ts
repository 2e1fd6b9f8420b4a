/** Reading providers' answers about the places that a person gave access to. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { Discovery } from "@/lib/catalog/discovery";
import type { AccountValues } from "../account-values";
import { isPlace, readPlaces, toWords } from "./places";

type Auth = { provider?: string; discover?: unknown[] };
const ROOT = path.join(import.meta.dirname, "../../..");
const discoveryOf = (slug: string) => {
  const toolkit = parse(readFileSync(path.join(ROOT, "toolkits", slug, "toolkit.yaml"), "utf8")) as { auth: Auth[] };
  return Discovery.parse(toolkit.auth.find(({ discover }) => discover)?.discover?.[0]);
};

/** Answers in the form that each provider documents. */
const ANSWERS = {
  jira: [
    { id: "11223344-a1b2", name: "Docs", url: "https://docs.atlassian.net", scopes: ["read:page:confluence"] },
    {
      id: "99887766-c3d4",
      name: "Acme",
      url: "https://acme.atlassian.net",
      scopes: ["offline_access", "read:jira-work"],
    },
  ],
  confluence: [{ id: "11223344-a1b2", name: "Docs", url: "https://docs.atlassian.net", scopes: ["search:confluence"] }],
  mailchimp: { dc: "us6", role: "owner", accountname: "Acme", api_endpoint: "https://us6.api.mailchimp.com" },
  harvest: {
    user: { id: 1 },
    accounts: [
      { id: 21, name: "Plans", product: "forecast" },
      { id: 22, name: "Acme", product: "harvest" },
    ],
  },
  docusign: {
    sub: "50d8",
    accounts: [
      { account_id: "aa-1", is_default: false, account_name: "Old", base_uri: "https://demo.docusign.net" },
      { account_id: "bb-2", is_default: true, account_name: "Acme", base_uri: "https://na3.docusign.net" },
    ],
  },
  gong: { access_token: "a-token-0123", api_base_url_for_customer: "https://company-17.api.gong.io" },
  xero: [
    { id: "e1", tenantId: "p-1", tenantType: "PRACTICE", tenantName: "Books" },
    { id: "e2", tenantId: "o-2", tenantType: "ORGANISATION", tenantName: "Acme" },
  ],
};

it.each([
  ["jira", "https://acme.atlassian.net: 99887766-c3d4"],
  ["confluence", "https://docs.atlassian.net: 11223344-a1b2"],
  ["mailchimp", "Acme: us6"],
  ["harvest", "Acme: 22"],
  ["docusign", "Acme: https://na3.docusign.net/restapi bb-2"],
  ["gong", "https://company-17.api.gong.io"],
  ["xero", "Acme: o-2"],
] as const)("%s returns its place: %s", (slug, words) => {
  const [place] = readPlaces(discoveryOf(slug), JSON.stringify(ANSWERS[slug]), ["a-token-0123"]) ?? [];
  expect(place && toWords(place)).toBe(words);
});

const SITES = Discovery.parse({
  what: "site",
  list: "sites",
  fields: { site: "id", part: "more.part" },
  label: "name",
});
const read = (answer: unknown, secrets: string[] = []) => readPlaces(SITES, JSON.stringify(answer), secrets);
const site = (id: unknown, name: unknown = "") => ({ id, name, more: { part: 1 } });

it("skips places that lack a value, or whose value leads elsewhere or repeats a secret", () => {
  const bad = [
    "",
    "a/b",
    "a.b",
    "..",
    "a b",
    "{x}",
    "a%2fb",
    "x".repeat(101),
    "is-a-secret-too",
    {},
    [],
    null,
    undefined,
  ];
  expect(read({ sites: [...bad.map((id) => site(id)), { id: "x" }, null, "text", 7] }, ["a-secret"])).toEqual([]);
});

it("returns each place once, a few hundred at most, with a short label without secrets", () => {
  const many = Array.from({ length: 100_000 }, (_, index) =>
    site(index % 3, `Site \u0007 \u202eof\u2066 a-secret-0123 ${"x".repeat(500)}`),
  );
  const places = read({ sites: many }, ["a-secret-0123"]) ?? [];
  expect(places.map(({ values }) => values.site)).toEqual(["0", "1", "2"]);
  expect(places[0]?.label.length).toBe(80);
  expect(places[0]?.label).not.toContain("a-secret");
  expect(places[0]?.label).toMatch(/^Site of [^\u202e\u2066]+$/);
  expect(read({ sites: Array.from({ length: 2000 }, (_, index) => site(index)) })?.length).toBe(500);
});

it("ignores an answer of another form", () => {
  for (const answer of [null, [], {}, { sites: {} }, { sites: "x" }, "x", 7]) expect(read(answer)).toBeNull();
  expect(readPlaces(SITES, "no JSON", [])).toBeNull();
  expect(readPlaces(SITES, "[".repeat(400_000), [])).toBeNull();
  expect(read(Object.create({ sites: [site(1)] }))).toBeNull();
});

it("recognizes a place by its named values, whatever the others are", () => {
  const place = { values: { site: "1", part: "2" }, label: "" };
  const named: AccountValues[] = [{}, { site: "1" }, { site: "2" }, { site: "1", other: "x" }];
  expect(named.map((values) => isPlace(place, values))).toEqual([true, true, false, true]);
});
