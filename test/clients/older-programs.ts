/**
 * What the programs of the older documents need in addition to the API: OAuth apps at the emulated providers, a person
 * who consents where a program shows an address, a language model that follows a script, and a receiver of webhooks.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { LLMock, type ChatCompletionRequest } from "@copilotkit/aimock";
import { createManagedApp } from "@/lib/auth-configs/managed-apps";
import { startDelivering } from "@/lib/webhooks/delivery/start-delivering";
import { signed } from "../builders/loopback-triggers";
import type { Api } from "../servers/api";
import { APPS, credentialsFor, giveConsent, GITHUB_LOGIN, GOOGLE_EMAIL, SLACK_NAME } from "../servers/oauth-providers";

const PEOPLE = { github: GITHUB_LOGIN, google: GOOGLE_EMAIL, slack: SLACK_NAME };

/** Settings of the programs; `person` opens the addresses that they show, and `model` is the model's base URL. */
type Settings = {
  integrations: Record<"github" | "gmail" | "googlecalendar" | "slack" | "shopify", string>;
  github: string;
  person: string;
  model: string;
};
export type OlderPrograms = {
  settings: Settings;
  /** What the webhook of the project has brought. */
  events: Body[];
  /** Has Slack report a message. */
  reportMessage: () => Promise<void>;
  stop: () => Promise<void>;
};
type Body = Record<string, unknown>;

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

async function listen(answer: (text: string) => Promise<void> | void): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    void readText(request)
      .then(answer)
      .then(
        () => response.writeHead(200, { "content-type": "application/json" }).end('{"status":"success"}'),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Opens the connect page, consents at the provider, and follows its way back, at the address of this API. */
async function consent(api: Api, link: string): Promise<void> {
  const page = new URL(new URL(link).pathname, api.url);
  const redirect = await fetch(page, {
    method: "POST",
    redirect: "manual",
    headers: { origin: "http://localhost:3000" },
    body: new URLSearchParams({ action: "connect" }),
  });
  const authorize = redirect.headers.get("location") ?? "";
  const provider = Object.entries(api.urls).find(([, url]) => authorize.startsWith(url))?.[0] as keyof typeof PEOPLE;
  if (!provider) throw new Error(`No consent page at ${link}: ${redirect.status} ${await redirect.text()}`);
  const back = new URL(await giveConsent(authorize, PEOPLE[provider]));
  // The page and the way back belong to one browser.
  const cookie = redirect.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  await fetch(new URL(back.pathname + back.search, api.url), { redirect: "manual", headers: { cookie } });
}

/** What the model gives to the tools that it can call; it calls the first, once. */
const ARGUMENTS: Record<string, object> = {
  GMAIL_SEND_EMAIL: { body: "Hello Ada." },
  SLACK_SENDS_A_MESSAGE_TO_A_SLACK_CHANNEL: { text: "> be me" },
};

/** CrewAI has its model write calls as text, and names its tools there. @returns undefined for a model of others */
function toCrewText({ messages }: ChatCompletionRequest): string | undefined {
  const text = messages.map(({ content }) => content).join("\n");
  const name = /Tool Name: (\w+)/.exec(text)?.[1];
  if (!name) return undefined;
  if (/^Observation:/m.test(text.slice(text.indexOf("Action Input: {}\n"))) && text.includes(`Action: ${name}`))
    return "Thought: I now know the final answer\nFinal Answer: Done.";
  return `Thought: I use the tool.\nAction: ${name}\nAction Input: {}\n`;
}

async function startModel(): Promise<LLMock> {
  const mock = new LLMock({ port: 0 });
  mock.on({ model: /./ }, (request: ChatCompletionRequest) => {
    const content = toCrewText(request);
    if (content !== undefined) return { content };
    const isDone = request.messages.some(({ role }) => role === "tool");
    const name = request.tools?.[0]?.function.name;
    if (isDone || !name) return { content: "Done." };
    return { toolCalls: [{ name, arguments: JSON.stringify(ARGUMENTS[name.toUpperCase()] ?? {}) }] };
  });
  await mock.start();
  return mock;
}

/** One call that has to pass. */
async function callApi(api: Api, method: string, path: string, body: object): Promise<Body> {
  const answer = await api.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** @returns the ID of an auth config */
async function createIntegration(
  api: Api,
  slug: string,
  authScheme: string,
  credentials: Record<string, string>,
): Promise<string> {
  const auth_config = { type: "use_custom_auth", authScheme, credentials };
  const body = await callApi(api, "POST", "/api/v3/auth_configs", { toolkit: { slug }, auth_config });
  return (body.auth_config as { id: string }).id;
}

/** Auth configs with OAuth apps at the emulated providers, and one for keys of Shopify. */
async function createIntegrations(api: Api): Promise<Settings["integrations"]> {
  const credentials = credentialsFor({ urls: api.urls, stop: () => undefined });
  const calendar = { ...credentials.google, base_url: `${api.urls.google}/calendar/v3` };
  return {
    github: await createIntegration(api, "github", "OAUTH2", credentials.github),
    gmail: await createIntegration(api, "gmail", "OAUTH2", credentials.google),
    googlecalendar: await createIntegration(api, "googlecalendar", "OAUTH2", calendar),
    slack: await createIntegration(api, "slack", "OAUTH2", credentials.slack),
    shopify: await createIntegration(api, "shopify", "API_KEY", {}),
  };
}

/** Accounts of users that the programs take for connected. */
async function connectNotion(api: Api): Promise<void> {
  const id = await createIntegration(api, "notion", "API_KEY", { base_url: api.urls.google });
  await callApi(api, "POST", "/api/v3/connected_accounts", {
    auth_config: { id },
    connection: { user_id: "default", state: { authScheme: "API_KEY", val: { generic_api_key: "a-key" } } },
  });
}

/** The webhook endpoint of the Slack app. @returns how Slack reports a message in the first channel */
async function prepareSlack(api: Api, integration: string): Promise<() => Promise<void>> {
  const secret = "a-signing-secret-of-slack";
  const endpoint = await callApi(api, "POST", "/api/v3/webhook_endpoints", {
    toolkit_slug: "slack",
    client_id: APPS.slack.client_id,
  });
  await callApi(api, "POST", `/api/v3/webhook_endpoints/${endpoint.id as string}`, {
    data: { signing_secret: secret },
  });
  const link = await callApi(api, "POST", "/api/v3/connected_accounts/link", {
    auth_config_id: integration,
    user_id: "the-bot",
  });
  await consent(api, link.redirect_url as string);
  const account = link.connected_account_id as string;
  const ask = async (path: string): Promise<Body> => {
    const request = { connected_account_id: account, endpoint: path, method: "POST" };
    return (await callApi(api, "POST", "/api/v3/tools/execute/proxy", request)).data as Body;
  };
  await callApi(api, "POST", "/api/v3/trigger_instances/SLACK_RECEIVE_MESSAGE/upsert", {
    connected_account_id: account,
    trigger_config: {},
  });
  return async () => {
    const { team_id } = await ask("/auth.test");
    const [channel] = (await ask("/conversations.list")).channels as { id: string }[];
    const event = {
      type: "message",
      channel: channel?.id,
      channel_type: "channel",
      user: "U1",
      text: "Hello",
      ts: "1700000000.000100",
    };
    const body = JSON.stringify({ type: "event_callback", team_id, event_id: "Ev1", event });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const answer = await fetch(new URL(new URL(endpoint.webhook_url as string).pathname, api.url), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-slack-request-timestamp": timestamp,
        "x-slack-signature": `v0=${signed(secret, `v0:${timestamp}:${body}`)}`,
      },
      body,
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
}

/** Sends the events of the project to the receiver, as a program of that time asks for them. */
async function startEvents(api: Api, callbackURL: string): Promise<void> {
  startDelivering(() => Promise.resolve({ organizationId: "org_1", storesPayloads: true }));
  await callApi(api, "POST", "/api/v1/triggers/set_callback_url", { callbackURL });
}

export async function startOlderProgramServer(api: Api): Promise<OlderPrograms> {
  await createManagedApp({
    kind: "toolkit",
    key: "gmail",
    clientId: "an-app",
    clientSecret: "a-secret",
    scopes: undefined,
  });
  const integrations = await createIntegrations(api);
  await connectNotion(api);
  const events: Body[] = [];
  const model = await startModel();
  const person = await listen((link) => consent(api, link));
  const receiver = await listen((text) => void events.push(JSON.parse(text) as Body));
  await startEvents(api, receiver.url);
  const reportMessage = await prepareSlack(api, integrations.slack);
  return {
    settings: { integrations, github: api.urls.github, person: person.url, model: `${model.url}/v1` },
    events,
    reportMessage,
    stop: async () => {
      person.close();
      receiver.close();
      await model.stop();
    },
  };
}
