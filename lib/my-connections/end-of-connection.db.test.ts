/** The page on which a connection ends: for the browser in which it ended, and for others who have the link. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { setSignIn } from "@/lib/oauth-server/sign-in-settings";
import { type Browser, type Client, newClient, submit, visit } from "@/test/clients/connect-api";
import {
  credentialsFor,
  type Emulated,
  giveConsent,
  GITHUB_LOGIN,
  installConnectToolkits,
  startProviders,
} from "@/test/servers/oauth-providers";

let providers: Emulated;
let client: Client;
let config: string;

beforeAll(async () => {
  await installConnectToolkits();
  providers = await startProviders();
  client = await newClient();
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "github" },
    auth_config: { type: "use_custom_auth", authScheme: "OAUTH2", credentials: credentialsFor(providers).github },
  });
  config = body.auth_config.id;
});
afterAll(() => {
  providers.stop();
});

async function connected(): Promise<{ url: string; answer: string; mine: Browser; html: string }> {
  const mine: Browser = new Map();
  const { body } = await client.call("POST", "/connected_accounts/link", { auth_config_id: config, user_id: "ada" });
  const left = await submit(body.redirect_url, { action: "connect" }, undefined, { browser: mine });
  const { html } = await visit(await giveConsent(left.location ?? "", GITHUB_LOGIN), { browser: mine });
  return { url: body.redirect_url, answer: `${body.redirect_url}?answer=1`, mine, html };
}

it("shows the result again in the browser in which it ended, at its own address and at the link's", async () => {
  const { url, answer, mine, html } = await connected();
  expect(html).toContain("Your GitHub account is connected to");
  for (const address of [url, answer, `${url}?lang=de`]) {
    const page = await visit(address, { browser: mine });
    expect([address, page.status, /is connected to|ist mit/.test(page.html)]).toEqual([address, 200, true]);
  }
});

it("shows others with the link nothing about the account (410)", async () => {
  const { url, answer } = await connected();
  const guess: Browser = new Map([["patchbay.connect", `br_${"b".repeat(32)}`]]);
  for (const browser of [new Map() as Browser, guess])
    for (const address of [url, answer, `${url}?answer=2`, `${url}?popup=1`, `${answer}&popup=1`]) {
      const page = await visit(address, { browser });
      expect([address, page.status]).toEqual([address, 410]);
      expect(page.html).not.toMatch(/is connected|class="account"|data-message/);
      expect(page.html).not.toContain(GITHUB_LOGIN);
    }
});

it("leads to the user's connections where the app has a sign-in page, and shows no way otherwise", async () => {
  const { url, mine, html } = await connected();
  expect(html).not.toContain("Manage your connections");
  await setSignIn(client.projectId, { sign_in_url: "https://app.example/sign-in" });
  const page = await visit(url, { browser: mine });
  expect(page.html).toMatch(
    /<a class="go" href="https:\/\/app\.example\/sign-in\?return_to=[^"]*%2Fmy%2Fconnections">Manage your connections/,
  );
});
