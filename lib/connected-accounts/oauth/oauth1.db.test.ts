/** OAuth 1.0a from the link to a signed call, against a provider that oauthlib (Debian's python3-oauthlib) checks. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { updateProjectConfig } from "@/lib/access/projects/projects";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { send } from "@/lib/kernel/outbound/send";
import { type Client, newClient, visit } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { hasPython, startPython } from "@/test/servers/python-provider";
import { requireResolved } from "../accounts/accounts";
import { applyCredentials } from "../credentials/apply-credentials";
import { openCredentials } from "../credentials/open-credentials";
import { ON } from "@/test/builders/origin";

const KEYS = { consumer_key: "consumer-key-of-the-tests", consumer_secret: "consumer secret & more 88" };

describe.skipIf(!hasPython("oauthlib"))("OAUTH1, against oauthlib where it is installed", () => {
  let client: Client;
  let provider: Awaited<ReturnType<typeof startPython>>;
  let url: string;

  beforeAll(async () => {
    await installConnectToolkits();
    client = await newClient();
    provider = await startPython("oauth1-server.py");
    ({ url } = provider);
  });
  afterAll(() => provider.stop());

  async function beginConsent(keys: Record<string, string> = KEYS) {
    const credentials = {
      ...keys,
      request_token_url: `${url}/request`,
      authorization_url: `${url}/authorize`,
      token_url: `${url}/access`,
    };
    const config = await client.call("POST", "/auth_configs", {
      toolkit: { slug: "signed" },
      auth_config: { type: "use_custom_auth", authScheme: "OAUTH1", credentials },
    });
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: config.body.auth_config.id },
      connection: { user_id: "ada" },
    });
    return { id: body.id, page: await visit(body.redirect_url) };
  }
  /** Goes to the provider's consent page, which agrees at once, and gives the address it leads back to. */
  const consent = async (address: string | null): Promise<string> =>
    (await fetch(address ?? "", { redirect: "manual" })).headers.get("location") ?? "";

  async function connected(): Promise<string> {
    const { id, page } = await beginConsent();
    expect((await visit(await consent(page.location))).html).toContain("account is connected to");
    return id;
  }

  it("connects in a project with a verifier once the app has confirmed the user", async () => {
    await updateProjectConfig(client.projectId, { callbackVerifierUrl: "https://app.example/verify" });
    const { id, page } = await beginConsent();
    const { location } = await visit(await consent(page.location));
    await updateProjectConfig(client.projectId, { callbackVerifierUrl: "" });
    const session_uri = new URL(location ?? "").searchParams.get("session_uri");
    const { body } = await client.call("POST", "/connected_accounts/complete_auth", { session_uri, user_id: "ada" });
    expect(body).toEqual({ connected_account_id: id, toolkit_slug: "signed" });
    expect((await client.call("GET", `/connected_accounts/${id}`)).body.status).toBe("ACTIVE");
  });

  it("connects, and signs requests with queries and forms so that the provider accepts them", async () => {
    const id = await connected();
    const scheme = (await requireToolkit(client.projectId, "signed")).authSchemes[0];
    const account = await requireResolved(client.projectId, id);
    if (!scheme) throw new Error("no scheme");
    const { values, secrets } = await openCredentials(client.projectId, account, scheme, ON);
    expect(secrets).toEqual(expect.arrayContaining([KEYS.consumer_secret, values.oauth_token_secret]));
    type Request = { method: string; url: string; headers: Record<string, string>; body?: string };
    const requests: [Request, ...Request[]] = [
      { method: "GET", url: `${url}/resource?q=r%20b&a=%3D&a=1`, headers: {} },
      {
        method: "POST",
        url: `${url}/resource`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "status=Hello+%26+bye&b=%C3%A9",
      },
      { method: "POST", url: `${url}/resource`, headers: { "content-type": "application/json" }, body: '{"a":1}' },
    ];
    for (const request of requests) {
      const answer = await send({ projectId: "p", ...applyCredentials(request, scheme, values), timeoutMs: 5000 });
      expect([request.method, answer.status, JSON.parse(answer.body.toString())]).toMatchObject([
        request.method,
        200,
        { signed: true },
      ]);
    }
    expect(
      (
        await send({
          projectId: "p",
          ...applyCredentials(requests[0], scheme, { ...values, oauth_token_secret: "wrong" }),
          timeoutMs: 5000,
        })
      ).status,
    ).toBe(401);
  });

  it("shows no secret of the account", async () => {
    const { body } = await client.call("GET", `/connected_accounts/${await connected()}`);
    expect([
      body.status,
      JSON.stringify(body).includes(KEYS.consumer_secret),
      /"oauth_token_secret":"[^"]{8,}"/.test(JSON.stringify(body)),
    ]).toEqual(["ACTIVE", false, false]);
  });

  it("refuses the token of another consent, and a consent that comes back twice", async () => {
    const [firstConsent, other] = [await beginConsent(), await beginConsent()];
    const [back, foreign] = [
      new URL(await consent(firstConsent.page.location)),
      new URL(await consent(other.page.location)),
    ];
    const mixed = new URL(back);
    mixed.searchParams.set("oauth_token", foreign.searchParams.get("oauth_token") ?? "");
    expect((await visit(mixed.href)).html).toContain("The provider didn’t complete the sign-in.");
    expect((await visit(back.href)).html).toContain("can’t be completed");
    const { body } = await client.call("GET", `/connected_accounts/${firstConsent.id}`);
    expect(body).toMatchObject({
      status: "FAILED",
      status_reason: expect.stringContaining("does not belong to the request that was made") as string,
    });
  });

  it("shows that the person declined", async () => {
    const { id, page } = await beginConsent();
    const back = new URL(await consent(page.location));
    for (const name of ["oauth_token", "oauth_verifier"]) back.searchParams.delete(name);
    back.searchParams.set("denied", "1");
    expect((await visit(back.href)).html).toContain("You didn’t allow access");
    expect((await client.call("GET", `/connected_accounts/${id}`)).body.status).toBe("FAILED");
  });

  it("shows on the page that the app's keys are wrong, and does not use up the link", async () => {
    const { page } = await beginConsent({ ...KEYS, consumer_secret: "another secret of 99" });
    expect([page.status, page.html.includes("The provider returned")]).toEqual([400, true]);
  });
});
