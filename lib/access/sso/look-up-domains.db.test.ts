/** Records of proven domains are looked up each day, in a real DNS server on loopback. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { POST as prove } from "@/app/api/v3/internal/patchbay/organization/sso/domains/[id]/prove/route";
import { POST as addDomain } from "@/app/api/v3/internal/patchbay/organization/sso/domains/route";
import { GET as show } from "@/app/api/v3/internal/patchbay/organization/sso/route";
import { db } from "@/lib/kernel/database/db";
import { callRoute } from "@/test/builders/members";
import { ON } from "@/test/builders/origin";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { startDnsServer } from "@/test/servers/dns-server";
import { forgetSettings } from "@/test/setup/process-memory";
import { lookUpDomains } from "./look-up-domains";

const DAY_MS = 86_400_000;

type Row = { id: string; record_name: string; record_value: string; proven_at?: string; record_gone_since?: string };

let dns: Awaited<ReturnType<typeof startDnsServer>>;
/** The TXT records by name. */
let records: Record<string, string[]>;
let questions: string[];
let cookie: string;
let row: Row;
let count = 0;

beforeAll(async () => {
  dns = await startDnsServer(
    () => undefined,
    (name) => {
      questions.push(name);
      return records[name];
    },
  );
});
afterAll(() => dns.close());

const useServer = (address: string) => {
  vi.stubEnv("PATCHBAY_DNS_SERVERS", address);
  forgetSettings();
};
afterAll(() => {
  vi.unstubAllEnvs();
  forgetSettings();
});

const proveRow = () => callRoute(prove, { cookie }, { params: { id: row.id } });
const showRow = async () => ((await callRoute(show, { cookie })).body.domains as Row[])[0] as Row;
const age = () => db.ssoDomain.updateMany({ data: { checkedAt: new Date(Date.now() - DAY_MS - 1) } });
const lookUp = async () => {
  questions = [];
  await lookUpDomains(ON);
};

beforeEach(async () => {
  [records, questions] = [{}, []];
  useServer(dns.address);
  await db.ssoDomain.deleteMany();
  cookie = await sessionCookie((await createTestOwner()).userId);
  const body = { domain: `looked-up-${++count}.example`, provider_id: null };
  row = (await callRoute(addDomain, { cookie }, { body })).body as unknown as Row;
  records[row.record_name] = [row.record_value];
  expect((await proveRow()).status).toBe(200);
});

it("looks at a proven domain once a day, and at no other", async () => {
  await callRoute(addDomain, { cookie }, { body: { domain: "not-proven.example", provider_id: null } });
  await lookUp();
  expect(questions).toEqual([]);
  await age();
  await lookUp();
  expect(questions).toEqual([row.record_name]);
  expect(await showRow()).not.toHaveProperty("record_gone_since");
  await lookUp();
  expect(questions).toEqual([]);
});

it("says since when a record is gone until it is there again, and the domain stays proven", async () => {
  records[row.record_name] = ["v=spf1 -all"];
  await age();
  await lookUp();
  const { record_gone_since: since, proven_at: provenAt } = await showRow();
  expect([typeof since, typeof provenAt]).toEqual(["string", "string"]);
  delete records[row.record_name];
  await age();
  await lookUp();
  expect((await showRow()).record_gone_since).toBe(since);
  records[row.record_name] = [row.record_value];
  await age();
  await lookUp();
  expect(await showRow()).not.toHaveProperty("record_gone_since");
});

it("says nothing more once an owner has proven the domain again", async () => {
  delete records[row.record_name];
  await age();
  await lookUp();
  records[row.record_name] = [row.record_value];
  expect((await proveRow()).body).not.toHaveProperty("record_gone_since");
});

it("takes no answer for no proof that the record is gone, and asks again after hours", async () => {
  await age();
  useServer("127.0.0.1:1");
  await lookUp();
  expect(await showRow()).not.toHaveProperty("record_gone_since");
  useServer(dns.address);
  await lookUp();
  expect(questions).toEqual([]);
  await age();
  await lookUp();
  expect(questions).toEqual([row.record_name]);
});
