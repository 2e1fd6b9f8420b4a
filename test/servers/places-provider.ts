/** A provider on loopback whose consents open sites, as those of Atlassian do, and toolkits that discover them. */
import { expect } from "vitest";
import { Discovery } from "@/lib/catalog/discovery";
import { openAccountValues } from "@/lib/connected-accounts/account-values";
import { requireAccount } from "@/lib/connected-accounts/accounts/accounts";
import { linkAgain } from "@/lib/connected-accounts/connect/reconnect";
import { type Body, type Client, newClient, submit, visit } from "../clients/connect-api";
import { type Provider, type SeenRequest, startProvider } from "./loopback-provider";
import { CALLBACK, installConnectToolkits } from "./oauth-providers";

export type Site = { id: string; url: string; scopes?: string[] };
type Reply = { status?: number; body: string };

export let client: Client;
export let provider: Provider;
/** The provider's answer about the sites, for the token of the request. */
export let sites: (token: string) => Reply;
export const tells = (...answers: Reply[]): void => {
  let callCount = 0;
  sites = () => answers[Math.min(callCount++, answers.length - 1)] ?? { body: "" };
};
export const siteList = (...all: Site[]): Reply => ({
  body: JSON.stringify(all.map((site) => ({ scopes: ["read:work"], ...site }))),
});
/** Each code gets a token of its name, and each token the site of its name. */
export const tellsByToken = (): void => {
  sites = (token) => siteList({ id: token.replace("token-", "site-"), url: "https://x.example" });
};
export const asksForSites = (): SeenRequest[] => provider.seen.filter(({ url }) => url === "/sites");

const field = (name: string) => ({
  name,
  displayName: `The ${name}`,
  description: `What ${name} is`,
  type: "string" as const,
  required: false,
  isSecret: false,
  aliases: [],
});

function reply({ url, headers, body }: SeenRequest): Reply {
  if (url === "/sites") return sites((headers.authorization ?? "").replace("Bearer ", ""));
  const { pathname, searchParams } = new URL(url, provider.baseUrl);
  if (pathname === "/longer" || pathname === "/renewed")
    return {
      body: JSON.stringify({
        access_token: `${pathname.slice(1)}-${searchParams.get("access_token")}`,
        expires_in: 5_184_000,
      }),
    };
  const form = new URLSearchParams(body);
  const token = `token-${form.get("code") ?? "again"}`;
  return { body: JSON.stringify({ access_token: token, refresh_token: `refresh-${token}`, expires_in: 3600 }) };
}

/** The toolkit `places` needs its site, `hints` does without, `keyed_places` has tokens that people paste. */
function toolkits(baseUrl: string) {
  const discovery = (more: object) =>
    Discovery.parse({
      what: "site",
      url: `${baseUrl}/sites`,
      list: "",
      where: { scopes: ["work"] },
      label: "url",
      ...more,
    });
  const oauth = { mode: "OAUTH2" as const, provider: "placing", connectionFields: [field("site"), field("base_url")] };
  const fields = { site: "id" };
  return {
    places: { name: "Places", auth: [{ ...oauth, discover: [discovery({ fields })] }] },
    hints: { name: "Hints", auth: [{ ...oauth, discover: [discovery({ fields, optional: true })] }] },
    hosted: {
      name: "Hosted",
      auth: [
        {
          ...oauth,
          discover: [discovery({ fields: { base_url: { at: "url", host: ".acme.example", append: "/rest" } } })],
        },
      ],
    },
    pasted: {
      name: "Pasted",
      auth: [
        {
          mode: "BEARER_TOKEN" as const,
          connectionFields: [field("site")],
          discover: [discovery({ fields, headers: { authorization: "Bearer {token}" } })],
        },
      ],
    },
    living: { name: "Living", auth: [{ mode: "OAUTH2" as const, provider: "living" }] },
    moving: {
      name: "Moving",
      auth: [
        { mode: "OAUTH2" as const, provider: "moving", connectionFields: [{ ...field("region"), default: "us" }] },
      ],
    },
    storing: { name: "Storing", auth: [{ mode: "OAUTH2" as const, provider: "storing" }] },
  };
}

function providersAt(baseUrl: string) {
  const urls = { authorizationUrl: `${baseUrl}/authorize`, tokenUrl: `${baseUrl}/token` };
  const asks = (path: string, grant: string) => ({
    url: `${baseUrl}/${path}`,
    params: {
      grant_type: grant,
      access_token: "{access_token}",
      ...(path === "longer" && { secret: "{client_secret}" }),
    },
  });
  return {
    placing: urls,
    living: { ...urls, longLived: asks("longer", "exchange"), renewal: asks("renewed", "renew") },
    moving: {
      ...urls,
      tokenUrl: `${baseUrl}/{region}/token`,
      places: { region: ["us", "eu"] },
      fromCallback: { region: { param: "location", values: { europe: "eu", evil: "evil" } } },
    },
    storing: { ...urls, tokenParams: { context: "{context}", to: "{site}" }, callbackFields: ["context", "site"] },
  };
}

/** Starts the provider and installs its toolkits. Close the provider at the end. */
export async function startPlaces(): Promise<void> {
  provider = await startProvider();
  await installConnectToolkits(toolkits(provider.baseUrl), [], providersAt(provider.baseUrl));
  client = await newClient();
}

/** Forgets the requests; the provider then returns one site. */
export function resetPlaces(): void {
  provider.reset();
  provider.answer = (request, response) => {
    const { status = 200, body } = reply(request);
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  };
  tells(siteList({ id: "s-1", url: "https://one.example" }));
}

export async function configOf(slug: string, authScheme = "OAUTH2"): Promise<string> {
  const credentials = authScheme === "OAUTH2" ? { client_id: "an-app", client_secret: "the-secret-of-the-app" } : {};
  const { status, body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug },
    auth_config: { type: "use_custom_auth", authScheme, credentials },
  });
  expect([status, body.error?.message]).toEqual([201, undefined]);
  return body.auth_config.id;
}

export const newLink = async (slug: string, more: object = {}): Promise<Body> => {
  const body = { auth_config_id: await configOf(slug), user_id: "ada", ...more };
  return (await client.call("POST", "/connected_accounts/link", body)).body;
};

/** Goes to the provider, as the person does. @returns the address of the callback, for a code */
export async function toCallback(link: string, code: string): Promise<string> {
  const { location } = await submit(link, { action: "connect" });
  return `${CALLBACK}?code=${code}&state=${new URL(location ?? "").searchParams.get("state")}`;
}

/** A consent from its link to its end. @returns the account */
export async function consent(slug: string, more: object = {}): Promise<Body> {
  const link = await newLink(slug, more);
  await visit(await toCallback(link.redirect_url, "c1"));
  return accountOf(link.connected_account_id);
}

/** Consents once more. @returns the account */
export async function again(id: string, code = "c2"): Promise<Body> {
  await visit(await toCallback((await linkAgain(client.projectId, id)).url, code));
  return accountOf(id);
}

export const accountOf = async (id: string): Promise<Body> =>
  (await client.call("GET", `/connected_accounts/${id}`)).body;

export const storedValues = async (id: string) =>
  openAccountValues(client.projectId, id, (await requireAccount(client.projectId, id)).credentials);

/** The entries of the history, the newest first. */
export const historyOf = async (id: string): Promise<string[]> => {
  const { body } = await client.call("GET", `/internal/patchbay/connected_accounts/${id}/events`);
  return body.items.map(({ reason }) => String(reason));
};
