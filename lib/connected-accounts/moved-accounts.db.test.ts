/**
 * The stored key of an account goes only to the servers that it was entered for: whoever changes the account's place
 * sends the key again.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { openAccountValues } from "./account-values";
import { type Client, newClient, submit } from "@/test/clients/connect-api";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

let client: Client;
const KEY = "planted-moved-key-0123456789";

const field = (name: string, type: "string" | "number" = "string") => ({
  name,
  displayName: name,
  description: `What ${name} is`,
  type,
  required: true,
  isSecret: false,
  aliases: [],
});

beforeAll(async () => {
  const apiKey = (...names: string[]) => [
    { mode: "API_KEY" as const, connectionFields: [...names.map((name) => field(name)), field("folder", "number")] },
  ];
  await installConnectToolkits({
    anyhost: { name: "Any host", baseUrl: "https://{domain}/api", auth: apiKey("domain") },
    below: { name: "Below", baseUrl: "https://{subdomain}.below.example/{folder}", auth: apiKey("subdomain") },
    regions: { name: "Regions", baseUrl: "https://api.{region}.regions.example", auth: apiKey("region") },
  });
  client = await newClient();
});

/** An ACTIVE account with a key, at its first place. */
async function connect(toolkit: string, place: Record<string, string>): Promise<string> {
  const config = await client.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  const val = { ...place, folder: "1", api_key: KEY };
  const { status, body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: config.body.auth_config.id },
    connection: { user_id: "ada", state: { authScheme: "API_KEY", val } },
  });
  expect([status, body.error?.message]).toEqual([201, undefined]);
  return body.id;
}

async function valuesOf(id: string) {
  const { credentials } = await db.connectedAccount.findFirstOrThrow({ where: { id, projectId: client.projectId } });
  const { redirectUrl, ...values } = openAccountValues(client.projectId, id, credentials);
  return values;
}

const PLACES = [
  ["anyhost", { domain: "acme.example" }, { domain: "evil.example" }, "evil.example"],
  ["below", { subdomain: "acme" }, { subdomain: "evil" }, "evil.below.example"],
  ["regions", { region: "eu" }, { region: "us" }, "api.us.regions.example"],
] as const;

describe("PATCH", () => {
  it.each(PLACES)(
    "returns 400 for moving the stored key of %s elsewhere, masked or left out",
    async (toolkit, from, to, host) => {
      const id = await connect(toolkit, from);
      const before = await valuesOf(id);
      const change = (val: object) =>
        client.call("PATCH", `/connected_accounts/${id}`, { connection: { state: { val } } });
      for (const val of [to, { ...to, api_key: "plan..." }, { ...to, api_key: "" }]) {
        const { status, body } = await change(val);
        expect([status, body.error?.errors]).toEqual([
          400,
          [
            expect.stringMatching(
              new RegExp(`^connection\\.state\\.val\\.api_key: .*https://${host.replaceAll(".", "\\.")}\\.$`),
            ),
          ],
        ]);
      }
      expect(await valuesOf(id)).toEqual(before);
      expect((await change({ ...to, api_key: `${KEY}-new` })).status).toBe(200);
      expect(await valuesOf(id)).toMatchObject({ ...to, api_key: `${KEY}-new` });
    },
  );

  it("keeps the key if a change leads to no other server (200)", async () => {
    const id = await connect("below", { subdomain: "acme" });
    const val = { subdomain: "acme", folder: "2" };
    expect((await client.call("PATCH", `/connected_accounts/${id}`, { connection: { state: { val } } })).status).toBe(
      200,
    );
    expect(await valuesOf(id)).toEqual({ ...val, api_key: KEY });
  });
});

describe("the page of a renewed link", () => {
  /** A link for an account whose key stopped working, as the API makes one. */
  async function linkAgain(id: string): Promise<string> {
    await db.connectedAccount.updateMany({ where: { id, projectId: client.projectId }, data: { status: "EXPIRED" } });
    return (await client.call("POST", `/connected_accounts/${id}/refresh`, {})).body.redirect_url;
  }

  it.each(PLACES)(
    "asks for the key of %s again beside another place, whatever was sent before",
    async (toolkit, from, to) => {
      const id = await connect(toolkit, from);
      const url = await linkAgain(id);
      const typed = { action: "connect", ...to, folder: "1" };
      const forms = [{ ...typed, ...from, folder: "x" }, typed, { ...typed, api_key: "plan..." }, typed];
      for (const [answer, form] of forms.entries()) {
        // Each form is answered with what is wrong in it, and stays with the link for the next one.
        const { status, html } = await submit(url, { api_key: "", ...form, answer: String(answer) });
        expect([answer, status, /id="[^"]*api_key-(kept|error)"/.exec(html)?.[1]]).toEqual([
          answer,
          200,
          answer === 0 ? "kept" : "error",
        ]);
      }
      expect(await valuesOf(id)).toMatchObject({ ...from, api_key: KEY });
      expect((await submit(url, { ...typed, api_key: `${KEY}-new` })).status).toBe(200);
      expect(await valuesOf(id)).toMatchObject({ ...to, api_key: `${KEY}-new` });
    },
  );

  it("ignores base_url, and keeps the key at the place of the account", async () => {
    const id = await connect("below", { subdomain: "acme" });
    const url = await linkAgain(id);
    const typed = { action: "connect", subdomain: "acme", folder: "2", api_key: "", base_url: "https://evil.example" };
    expect((await submit(url, typed)).status).toBe(200);
    expect(await valuesOf(id)).toEqual({ subdomain: "acme", folder: "2", api_key: KEY });
  });
});
