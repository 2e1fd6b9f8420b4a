/** Service accounts, sign-ins, and changes of credentials that are exchanged for a token. */
import { jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { type Provider } from "@/test/servers/loopback-provider";
import { client, provider, publicKey, pem, newConfig, connect, open, later, json } from "@/test/builders/token-grants";

describe("SERVICE_ACCOUNT", () => {
  it("exchanges the app's JWT for the installation's token, with a PKCS#1 key as GitHub gives it", async () => {
    provider.answer = (request, response) => {
      void jwtVerify((request.headers.authorization ?? "").replace("Bearer ", ""), publicKey, { issuer: "4711" }).then(
        () => json(201, { token: "ghs_installation", expires_at: "2026-11-22T00:00:00Z" })(request, response),
        () => json(401, { message: "A JSON web token could not be decoded" })(request, response),
      );
    };
    const config = await newConfig("installed", "SERVICE_ACCOUNT", { base_url: provider.baseUrl });
    const { body } = await connect(config, "SERVICE_ACCOUNT", {
      application_id: "4711",
      installation_id: "12",
      private_key: pem.replaceAll("\n", "\\n"),
    });
    expect(provider.seen[0]?.url).toBe("/app/installations/12/access_tokens");
    expect((await open(body.id)).values.access_token).toBe("ghs_installation");
  });
});

describe("BASIC_WITH_JWT", () => {
  it("signs in with the provider's fields, again at expiry; a changed password expires the account", async () => {
    provider.answer = (request, response) => {
      const { user, pass } = JSON.parse(request.body) as { user: string; pass: string };
      if (user === "ada" && pass === "lovelace-1843")
        json(200, { data: { jwt: `jwt-${provider.seen.length}` } })(request, response);
      else json(401, { message: `Wrong password ${pass}` })(request, response);
    };
    const config = await newConfig("login", "BASIC_WITH_JWT", { base_url: provider.baseUrl });
    const refusal = await connect(config, "BASIC_WITH_JWT", { username: "ada", password: "not-the-password" });
    expect([refusal.status, refusal.body.error?.message]).toEqual([
      400,
      "These credentials give no access. The provider returned: Wrong password [redacted].",
    ]);
    const { body } = await connect(config, "BASIC_WITH_JWT", { username: "ada", password: "lovelace-1843" });
    expect((await open(body.id)).values.access_token).toBe("jwt-2");
    later(601);
    expect((await open(body.id)).values.access_token).toBe("jwt-3");
    later(601);
    provider.answer = json(401, { message: "Bad credentials" });
    await expect(open(body.id)).rejects.toMatchObject({ details: { code: 1803 } });
    expect((await client.call("GET", `/connected_accounts/${body.id}`)).body).toMatchObject({
      status: "EXPIRED",
      status_reason: expect.stringContaining("Bad credentials") as string,
    });
  });
});

describe("PATCH of exchanged credentials", () => {
  const patch = (id: string, password: string) =>
    client.call("PATCH", `/connected_accounts/${id}`, {
      connection: { state: { authScheme: "BASIC_WITH_JWT", val: { password } } },
    });
  const grant = (request: Parameters<Provider["answer"]>[0], response: Parameters<Provider["answer"]>[1]) => {
    json(200, { data: { jwt: `jwt-${(JSON.parse(request.body) as { pass: string }).pass}-${provider.seen.length}` } })(
      request,
      response,
    );
  };

  it("stores no credentials that the provider refuses (400), and the account keeps working", async () => {
    provider.answer = grant;
    const { body } = await connect(
      await newConfig("login", "BASIC_WITH_JWT", { base_url: provider.baseUrl }),
      "BASIC_WITH_JWT",
      { username: "ada", password: "first-word-1" },
    );
    provider.answer = json(401, { message: "Wrong" });
    expect((await patch(body.id, "second-word-2")).status).toBe(400);
    expect((await open(body.id)).values).toMatchObject({
      access_token: "jwt-first-word-1-1",
      password: "first-word-1",
    });
  });

  it("asks again if the account changed meanwhile, so that a token belongs to its password", async () => {
    provider.answer = grant;
    const { body } = await connect(
      await newConfig("login", "BASIC_WITH_JWT", { base_url: provider.baseUrl }),
      "BASIC_WITH_JWT",
      { username: "ada", password: "first-word-1" },
    );
    provider.answer = (request, response) => {
      provider.answer = grant;
      void patch(body.id, "other-word-3").then(() => {
        grant(request, response);
      });
    };
    expect((await patch(body.id, "second-word-2")).status).toBe(200);
    expect(provider.seen.map((request) => (JSON.parse(request.body) as { pass: string }).pass)).toEqual([
      "first-word-1",
      "second-word-2",
      "other-word-3",
      "second-word-2",
    ]);
    expect((await open(body.id)).values).toMatchObject({
      access_token: "jwt-second-word-2-4",
      password: "second-word-2",
    });
  });
});
