/** The settings of single sign-on: providers, and domains with proofs in a real DNS server on loopback. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  DELETE as deleteDomain,
  PATCH as moveDomain,
} from "@/app/api/v3/internal/patchbay/organization/sso/domains/[id]/route";
import { POST as prove } from "@/app/api/v3/internal/patchbay/organization/sso/domains/[id]/prove/route";
import { POST as addDomain } from "@/app/api/v3/internal/patchbay/organization/sso/domains/route";
import { DELETE as deleteProvider } from "@/app/api/v3/internal/patchbay/organization/sso/providers/[id]/route";
import { POST as test } from "@/app/api/v3/internal/patchbay/organization/sso/providers/[id]/test/route";
import { POST as create } from "@/app/api/v3/internal/patchbay/organization/sso/providers/route";
import { GET as show } from "@/app/api/v3/internal/patchbay/organization/sso/route";
import { db } from "@/lib/kernel/database/db";
import { addMember, callRoute } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { addProvider, beginAt, changeProvider, storeDomain } from "@/test/clients/sso";
import { startDnsServer } from "@/test/servers/dns-server";
import { startOpenIdProvider } from "@/test/servers/openid-provider.mjs";
import { forgetSettings } from "@/test/setup/process-memory";
import { openClientSecret } from "./update-provider";

const SERVER = { issuer: "https://login.example", clientId: "client", clientSecret: "the secret of the client" };

let dns: Awaited<ReturnType<typeof startDnsServer>>;
/** The TXT records by name. */
let records: Record<string, string[]>;
let real: Awaited<ReturnType<typeof startOpenIdProvider>>;
let owner: Awaited<ReturnType<typeof createTestOwner>> & { cookie: string };
let domain: string;
let count = 0;

beforeAll(async () => {
  dns = await startDnsServer(
    () => undefined,
    (name) => records[name],
  );
  real = await startOpenIdProvider(
    () => true,
    () => ({ sub: "1", email: "" }),
  );
  vi.stubEnv("PATCHBAY_DNS_SERVERS", dns.address);
  forgetSettings();
});
afterAll(() => {
  dns.close();
  real.stop();
  vi.unstubAllEnvs();
  forgetSettings();
});

async function newOwner() {
  const base = await createTestOwner();
  return { ...base, cookie: await sessionCookie(base.userId) };
}

beforeEach(async () => {
  records = {};
  owner = await newOwner();
  domain = `company${++count}.example`;
});

type Row = { id: string; record_name: string; record_value: string; proven_at?: string };

async function add(cookie: string, providerId: string | null = null): Promise<Row> {
  const { body } = await callRoute(addDomain, { cookie }, { body: { domain, provider_id: providerId } });
  return body as unknown as Row;
}
const proveAs = (cookie: string, { id }: Row) => callRoute(prove, { cookie }, { params: { id } });

describe("a domain", () => {
  it("counts once its TXT record is there, and leads to its provider", async () => {
    const provider = await addProvider(owner.cookie, real);
    const row = await add(owner.cookie, provider);
    expect(row).toMatchObject({ record_name: `_patchbay.${domain}`, domain });
    await expect(beginAt(`a@${domain}`)).rejects.toThrow("There is no single sign-on for this email.");
    const { status, body } = await proveAs(owner.cookie, row);
    expect([status, body.error?.message]).toEqual([
      422,
      `No TXT record of _patchbay.${domain} has the expected value.`,
    ]);
    records[row.record_name] = ["v=spf1 -all", row.record_value];
    expect((await proveAs(owner.cookie, row)).body.proven_at).toBeDefined();
    expect((await beginAt(`a@${domain}`)).url.href).toMatch(`${real.issuer}/auth?`);
    await callRoute(moveDomain, { cookie: owner.cookie }, { params: { id: row.id }, body: { provider_id: null } });
    await expect(beginAt(`a@${domain}`)).rejects.toThrow("There is no single sign-on for this email.");
  });

  it("belongs to one organization, and to another one once the record of the first is gone", async () => {
    const other = await newOwner();
    const [first, second] = [await add(owner.cookie), await add(other.cookie)];
    records[first.record_name] = [first.record_value, second.record_value];
    expect((await proveAs(owner.cookie, first)).status).toBe(200);
    expect((await proveAs(other.cookie, second)).status).toBe(409);
    records[first.record_name] = [second.record_value];
    expect((await proveAs(other.cookie, second)).status).toBe(200);
    const { body } = await callRoute(show, { cookie: owner.cookie });
    expect((body.domains as Row[])[0]).not.toHaveProperty("proven_at");
  });

  it("is neither proven, moved nor deleted by another organization, nor led to another's provider", async () => {
    const other = await newOwner();
    const row = await add(owner.cookie);
    const provider = await addProvider(owner.cookie, SERVER);
    records[row.record_name] = [row.record_value];
    const params = { id: row.id };
    expect((await proveAs(other.cookie, row)).status).toBe(404);
    expect(
      (await callRoute(moveDomain, { cookie: other.cookie }, { params, body: { provider_id: null } })).status,
    ).toBe(404);
    expect((await callRoute(deleteDomain, { cookie: other.cookie }, { params })).status).toBe(404);
    const body = { domain, provider_id: provider };
    expect((await callRoute(addDomain, { cookie: other.cookie }, { body })).status).toBe(404);
    expect((await callRoute(addDomain, { cookie: owner.cookie }, { body })).status).toBe(409);
  });

  it("is written as emails have it", async () => {
    for (const [text, status] of [
      [" Company.Example ", 201],
      ["localhost", 400],
      ["a@b.example", 400],
      ["*.b.example", 400],
      ["b.example.", 400],
      [`${"a.".repeat(127)}example`, 400],
    ] as const)
      expect([text, (await callRoute(addDomain, { cookie: owner.cookie }, { body: { domain: text } })).status]).toEqual(
        [text, status],
      );
  });
});

describe("a provider", () => {
  it("is changed by owners alone, and never shows its secret", async () => {
    const { body } = await callRoute(create, { cookie: owner.cookie }, { body: { ...SERVER, name: "Okta" } });
    expect(body.error?.message).toContain("client_id");
    const id = await addProvider(owner.cookie, SERVER);
    const list = await callRoute(show, { cookie: owner.cookie });
    expect(JSON.stringify(list.body)).not.toContain(SERVER.clientSecret);
    expect(list.body.providers).toMatchObject([
      { redirect_uri: `http://localhost:3000/api/v3/internal/patchbay/sign_in/sso/${id}/callback` },
    ]);
    const row = await db.ssoProvider.findUniqueOrThrow({ where: { id } });
    expect(row.clientSecret).toMatch(/^v1\./);
    for (const role of ["admin", "developer", "viewer"] as const) {
      const { cookie } = await addMember(owner, role);
      await expect(changeProvider(cookie, id, { name: "Taken over" })).rejects.toThrow("organization:write");
    }
    const other = await newOwner();
    await expect(changeProvider(other.cookie, id, { name: "Taken over" })).rejects.toThrow("no provider");
    expect((await callRoute(deleteProvider, { cookie: other.cookie }, { params: { id } })).status).toBe(404);
    expect((await callRoute(test, { cookie: other.cookie }, { params: { id } })).status).toBe(404);
  });

  it("needs its secret again for an issuer at another server", async () => {
    const id = await addProvider(owner.cookie, SERVER);
    const elsewhere = "https://other.example";
    await expect(changeProvider(owner.cookie, id, { issuer: elsewhere })).rejects.toThrow("client_secret");
    const { issuer } = await db.ssoProvider.findUniqueOrThrow({ where: { id } });
    expect(issuer).toBe(SERVER.issuer);
    await changeProvider(owner.cookie, id, { issuer: `${SERVER.issuer}/tenant` });
    await changeProvider(owner.cookie, id, { issuer: elsewhere, client_secret: "its own" });
    const row = await db.ssoProvider.findUniqueOrThrow({ where: { id } });
    expect([row.issuer, openClientSecret(row)]).toEqual([elsewhere, "its own"]);
  });

  it("is requested at addresses of the internet alone, unless the operator allows others", async () => {
    for (const issuer of [
      "http://login.example",
      "https://10.0.0.1",
      "https://u@login.example",
      "https://x.example/?a",
    ])
      await expect(addProvider(owner.cookie, { ...SERVER, issuer })).rejects.toThrow("issuer");
  });

  it("is tested by its discovery document and its keys", async () => {
    const id = await addProvider(owner.cookie, real);
    const { body } = await callRoute(test, { cookie: owner.cookie }, { params: { id } });
    expect(body).toMatchObject({
      authorization_endpoint: `${real.issuer}/auth`,
      token_endpoint: `${real.issuer}/token`,
    });
    expect(body.keys).toBeGreaterThan(0);
    await changeProvider(owner.cookie, id, { issuer: `${real.issuer}/` });
    const other = await callRoute(test, { cookie: owner.cookie }, { params: { id } });
    expect([other.status, other.body.error?.message]).toEqual([422, expect.stringContaining("another issuer")]);
    await changeProvider(owner.cookie, id, { issuer: `${real.issuer}/nowhere` });
    const missing = await callRoute(test, { cookie: owner.cookie }, { params: { id } });
    expect(missing.body.error?.message).toContain("status 404");
  });

  it("takes its links and its domain's way with it", async () => {
    const id = await addProvider(owner.cookie, real);
    await storeDomain(owner.organizationId, domain, id);
    await db.authAccount.create({
      data: { userId: owner.userId, type: "sso", provider: `sso:${id}:${real.issuer}`, providerAccountId: "1" },
    });
    expect((await callRoute(deleteProvider, { cookie: owner.cookie }, { params: { id } })).body).toEqual({
      id,
      deleted: true,
    });
    expect(await db.authAccount.count({ where: { userId: owner.userId } })).toBe(0);
    expect((await callRoute(show, { cookie: owner.cookie })).body).toMatchObject({
      providers: [],
      domains: [{ provider_id: null }],
    });
  });
});
