/** Documents that are harmless to read: what they could do begins with the first call, and is stopped there. */
import { beforeAll, expect, it } from "vitest";
import { type ApiClient, newApiClient } from "@/test/clients/whole-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const BASE = "/internal/patchbay/own_toolkits";
/** The address of a cloud's secrets, also in the ways in which hosts can be written. */
const PRIVATE = ["http://169.254.169.254", "http://2852039166", "http://[::ffff:169.254.169.254]", "http://10.0.0.1"];
/** Each takes exponential time on texts that almost fit. */
const SLOW = ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^([a-z]+)*$", "(x+x+)+y"];
const ALMOST = `${"a".repeat(20_000)}!`;

let client: ApiClient;
let provider: Provider;

beforeAll(async () => {
  await installConnectToolkits({});
  [client, provider] = [await newApiClient(), await startProvider()];
  return () => provider.close();
});

async function publish(slug: string, document: object): Promise<void> {
  const info = { openapi: "3.0.3", info: { title: slug, version: "1" } };
  const draft = { slug, document: JSON.stringify({ ...info, ...document }) };
  expect((await client.call("POST", BASE, draft)).status).toBe(201);
  expect((await client.call("POST", `${BASE}/${slug}/publish`)).status).toBe(200);
}
const run = (tool: string, args: object) =>
  client.call("POST", `/tools/execute/${tool}`, { user_id: "ada", arguments: args, version: "latest" });

it("a server on a private address is refused at each call", async () => {
  const paths = Object.fromEntries(
    PRIVATE.map((url, index) => [
      `/p${index}`,
      { get: { summary: `Read ${index}`, servers: [{ url }], responses: {} } },
    ]),
  );
  await publish("custom_inner", { servers: [{ url: provider.baseUrl }], paths });
  for (const index of PRIVATE.keys())
    expect((await run(`CUSTOM_INNER_READ_${index}`, {})).body, PRIVATE[index]).toMatchObject({ successful: false });
});

it("422: a document is fetched from no private address", async () => {
  for (const url of PRIVATE) {
    const { status } = await client.call("POST", BASE, { slug: "custom_fetched", url: `${url}/openapi.json` });
    expect([url, status]).toEqual([url, 422]);
  }
});

it("patterns with exponential cost are left to the server, and cost a call nothing", async () => {
  const parameters = SLOW.map((pattern, index) => ({
    ...{ name: `q${index}`, in: "query", schema: { type: "string", pattern } },
  }));
  const paths = { "/read": { get: { summary: "Read it", parameters, responses: {} } } };
  await publish("custom_slow", { servers: [{ url: provider.baseUrl }], paths });
  for (const index of SLOW.keys()) {
    const { status, body } = await run("CUSTOM_SLOW_READ_IT", { [`q${index}`]: ALMOST.slice(index) });
    expect([SLOW[index], status, body.successful]).not.toContain(500);
  }
});
