/** Secrets that programs seal before they send them: through the routes, with the real database. */
import { CompactEncrypt, importJWK, type JWK } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { PATCH as updateRoute } from "@/app/api/v3/auth_configs/[nanoid]/route";
import { POST as createRoute } from "@/app/api/v3/auth_configs/route";
import { DELETE as endRoute, POST as addRoute } from "@/app/api/v3/internal/patchbay/keyring/transfer_keys/route";
import { GET as listRoute } from "@/app/api/v3/keyring/transfer_keys/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { openAuthConfigCredentials } from "@/lib/auth-configs/auth-config-credentials";
import { db } from "@/lib/kernel/database/db";
import { OAUTH } from "@/test/builders/auth-configs";
import { addMember, callRoute, type Called } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";

type Tenant = Awaited<ReturnType<typeof createTestOwner>> & { cookie: string; key: string };
type TransferKeys = { active_kid: string; keys: (JWK & { kid: string })[] };

async function createTenant(): Promise<Tenant> {
  const owner = await createTestOwner();
  const { key } = await createApiKey(owner.projectId, { name: "tests" });
  return { ...owner, key, cookie: await sessionCookie(owner.userId, owner.email) };
}

let tenant: Tenant;
const byKey = (of = tenant) => ({ "x-api-key": of.key, "content-type": "application/json" });
const bySignIn = (of = tenant) => ({ cookie: of.cookie, "x-project-id": of.projectId });
const addKey = (of = tenant) => callRoute(addRoute, bySignIn(of));
const listKeys = async (of = tenant) => (await callRoute(listRoute, byKey(of))).body as unknown as TransferKeys;

async function sealTo(key: JWK | undefined, text: string, header: object = {}): Promise<string> {
  const protectedHeader = { alg: "RSA-OAEP-256", enc: "A256GCM", kid: key?.kid, ...header };
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader(protectedHeader)
    .encrypt(await importJWK(key ?? {}, "RSA-OAEP-256"));
}

const create = (sealed: Record<string, string>, credentials: object = { client_id: "app" }): Promise<Called> =>
  callRoute(createRoute, byKey(), {
    body: {
      toolkit: { slug: "github" },
      auth_config: { type: "use_custom_auth", authScheme: "OAUTH2", credentials, sealed_credentials: sealed },
    },
  });
const idOf = ({ body }: Called): string => (body["auth_config"] as { id: string }).id;

async function readSecret(id: string): Promise<string | undefined> {
  const row = await db.authConfig.findFirstOrThrow({ where: { id } });
  return openAuthConfigCredentials(row.projectId, id, row.credentials).values.client_secret;
}

beforeEach(async () => {
  tenant = await createTenant();
});

describe("transfer keys", () => {
  it("are none until an owner makes the first one, and none after all are deleted", async () => {
    expect((await callRoute(listRoute, byKey())).status).toBe(404);
    expect((await addKey()).status).toBe(201);
    const { active_kid: active, keys } = await listKeys();
    expect(keys).toEqual([
      { kty: "RSA", n: expect.any(String), e: "AQAB", alg: "RSA-OAEP-256", use: "enc", kid: active },
    ]);
    expect((await callRoute(endRoute, bySignIn())).body).toEqual({ deleted: 1 });
    expect((await callRoute(listRoute, byKey())).status).toBe(404);
  });

  it("are the five newest, however many are made at the same time", async () => {
    const ids = (await Promise.all(Array.from({ length: 7 }, () => addKey()))).map(({ body }) => body["id"]);
    const { keys, active_kid: active } = await listKeys();
    expect(keys).toHaveLength(5);
    expect(ids).toContain(active);
    expect(await db.transferKey.count({ where: { organizationId: tenant.organizationId } })).toBe(5);
  });

  it("are made and deleted by owners alone, and only of their own organization", async () => {
    await addKey();
    const { cookie } = await addMember(tenant, "admin");
    const byAdmin = { cookie, "x-project-id": tenant.projectId };
    expect((await callRoute(addRoute, byAdmin)).status).toBe(403);
    expect((await callRoute(endRoute, byAdmin)).status).toBe(403);
    const stranger = await createTenant();
    expect((await callRoute(endRoute, bySignIn(stranger))).body).toEqual({ deleted: 0 });
    expect((await callRoute(listRoute, byKey(stranger))).status).toBe(404);
    expect((await listKeys()).keys).toHaveLength(1);
  });
});

describe("a sealed secret", () => {
  it("is stored as if it had been sent in the clear, and changes one that is stored", async () => {
    await addKey();
    const { keys } = await listKeys();
    const id = idOf(await create({ client_secret: await sealTo(keys[0], OAUTH.client_secret) }));
    expect(await readSecret(id)).toBe(OAUTH.client_secret);
    const sealed = { client_secret: await sealTo(keys[0], "another-secret-98765") };
    const change = { body: { type: "custom", sealed_credentials: sealed }, params: { nanoid: id } };
    expect((await callRoute(updateRoute, byKey(), change)).status).toBe(200);
    expect(await readSecret(id)).toBe("another-secret-98765");
  });

  it("opens with an earlier key too, but not with a deleted one", async () => {
    await addKey();
    const [older] = (await listKeys()).keys;
    const sealed = { client_secret: await sealTo(older, OAUTH.client_secret) };
    await addKey();
    expect(await readSecret(idOf(await create(sealed)))).toBe(OAUTH.client_secret);
    await callRoute(endRoute, bySignIn());
    const { status, body } = await create(sealed);
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining("sealed_credentials.client_secret")]);
  });

  it("does not open with the key of another organization", async () => {
    const stranger = await createTenant();
    await addKey(stranger);
    const [foreign] = (await listKeys(stranger)).keys;
    expect((await create({ client_secret: await sealTo(foreign, "x") })).body.error?.message).toContain(
      "is sealed to a key that this organization does not have",
    );
  });

  it("is refused with its field where it is damaged, sealed in another way, or sent twice", async () => {
    await addKey();
    const [key] = (await listKeys()).keys;
    const sealed = await sealTo(key, OAUTH.client_secret);
    const messageOf = async (value: string, credentials?: object) =>
      (await create({ client_secret: value }, credentials)).body.error?.message;
    expect(await messageOf("plain text")).toContain("sealed_credentials.client_secret: is not a compact JWE");
    expect(await messageOf(`${sealed.slice(0, -4)}AAAA`)).toContain("does not open with its key");
    expect(await messageOf(await sealTo(key, "x", { enc: "A128GCM" }))).toContain("does not open with its key");
    expect(await messageOf(sealed, OAUTH)).toContain("is also in credentials");
    expect(JSON.stringify((await create({ client_secret: sealed.slice(1) })).body)).not.toContain(OAUTH.client_secret);
  });

  it("is refused where it would have no effect", async () => {
    const sealed = { client_secret: "x" };
    const managed = { type: "use_composio_managed_auth", sealed_credentials: sealed };
    const body = { toolkit: { slug: "github" }, auth_config: managed };
    expect((await callRoute(createRoute, byKey(), { body })).body.error?.message).toContain("sealed_credentials");
    const params = { nanoid: "ac_any" };
    const change = { type: "default", sealed_credentials: sealed };
    const answer = await callRoute(updateRoute, byKey(), { body: change, params });
    expect([answer.status, answer.body.error?.message]).toEqual([400, expect.stringContaining("needs type custom")]);
  });
});
