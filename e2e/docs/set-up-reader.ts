/** What a reader of the guides has when a guide begins: a project with its key, accounts, a session, an inbox. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { inRoot } from "../../scripts/paths.mjs";
import { GUIDE_BLOCKS } from "../../test/guides/guide-blocks";
import { type Api, apiOf, connectAccount, createAuthConfig } from "../fixtures/api";
import { signIn } from "../fixtures/browser";
import { provision } from "../harness/provision";
import { run } from "../harness/run";
import { folderOf, type Reader } from "./run-blocks";

const INTERNAL = "/internal/patchbay";
const SEEDS = {
  github: { users: [{ login: "acme", name: "Acme" }], repos: [{ owner: "acme", name: "app", auto_init: true }] },
  slack: { team: { name: "Acme" }, users: [{ name: "ada", real_name: "Ada" }], channels: [{ name: "#general" }] },
};

/** GitHub and Slack of the guides' examples. They end with this process. */
async function startProviders(): Promise<Record<keyof typeof SEEDS, string>> {
  const child = fork(inRoot("scripts/demo/emulate-child.mjs"), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  child.send(SEEDS);
  const [urls] = (await once(child, "message")) as [Record<keyof typeof SEEDS, string>];
  child.unref();
  child.channel?.unref();
  return urls;
}

async function create<T>(api: Api, address: string, body: object): Promise<T> {
  const { status, body: answer, text } = await api.call<T>("POST", address, body);
  expect(status, `${address}: ${text}`).toBeLessThan(300);
  return answer;
}

/** What only a signed-in person can make. */
async function createAsOwner(page: Page, projectId: string) {
  await signIn(page, run());
  const headers = { "x-org-id": run().org_id, "x-project-id": projectId, origin: run().url };
  const post = async (address: string, data: object = {}): Promise<Record<string, string>> => {
    const answer = await page.request.post(`${run().url}/api/v3${INTERNAL}${address}`, { headers, data });
    expect(answer.status(), `${address}: ${await answer.text()}`).toBeLessThan(300);
    return (await answer.json()) as Record<string, string>;
  };
  await post("/keyring/transfer_keys");
  const rotated = await post("/api_keys", { name: "Of the guide" });
  const ofUser = await post("/profile/api_keys", { name: "Of the guide", expires_in_days: 1 });
  return { keyId: rotated.id ?? "", userKey: ofUser.key ?? "" };
}

async function holdCall(api: Api): Promise<string> {
  const session = await create<{ session_id: string }>(api, "/tool_router/session", {
    user_id: "ada",
    toolkits: { enable: ["github"] },
    experimental: { permissions: { default: "ask_every_call" } },
  });
  const call = { tool_slug: "GITHUB_CREATE_AN_ISSUE", arguments: { owner: "acme", repo: "app", title: "Held" } };
  const execute = `/tool_router/session/${session.session_id}/execute`;
  const answer = await create<{ input_requests?: Record<string, unknown> }>(api, execute, call);
  return Object.keys(answer.input_requests ?? {})[0] ?? "";
}

/** Each of these guides publishes a toolkit of the same name. */
async function provisionGuides(): Promise<Reader["ofGuide"]> {
  const guides = ["own-toolkits/from-a-document.md", "own-toolkits/by-hand.md"];
  const environments = await Promise.all(
    guides.map(async (file) => {
      const project = `${file} ${Date.now()}`;
      const { api_key: key } = await provision(run(), { email: run().email, project });
      return [file, { PATCHBAY_API_KEY: key }] as const;
    }),
  );
  return Object.fromEntries(environments);
}

/** The files that guides name: those that an earlier block shows, and those that the reader has. */
function writeFiles(reader: Reader): void {
  const save = (guide: string, name: string, text: string): void => {
    const file = path.join(folderOf(guide, reader), name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const codeOf = (guide: string): string =>
    GUIDE_BLOCKS.find(({ file, language }) => file === guide && language === "yaml")?.code ?? "";
  for (const guide of ["own-toolkits/from-a-document.md", "own-toolkits/by-hand.md"])
    save(guide, "parcels.yaml", codeOf(guide));
  const commands = "operate/command-line.md";
  save(commands, "issue.json", JSON.stringify({ owner: "acme", repo: "app", title: "It is broken" }));
  save(commands, "parcel-post/integration.yaml", codeOf("own-toolkits/by-hand.md"));
  const { PATCHBAY_API_KEY: key = "" } = reader.environment;
  const profiles = { profiles: { production: { url: reader.url, key } } };
  save("profiles", "patchbay/profiles.json", JSON.stringify(profiles));
}

export async function setUpReader(page: Page): Promise<Reader> {
  const account = await provision(run(), { email: run().email, project: `Guides ${Date.now()}` });
  const other = await provision(run(), { email: run().email, project: `Guides of a user ${Date.now()}` });
  const api = apiOf(run().url, account.api_key);
  // Before the accounts, whose connection is an event that it holds.
  const inbox = await create<{ id: string }>(api, `${INTERNAL}/inboxes`, { name: "The guide's inbox" });
  const urls = await startProviders();
  const configs: string[] = [];
  for (const [toolkit, base] of [
    ["github", urls.github],
    ["slack", `${urls.slack}/api`],
  ] as const) {
    const scheme = "BEARER_TOKEN";
    const authConfigId = await createAuthConfig(api, { toolkit, scheme, credentials: { base_url: base } });
    await connectAccount(api, { authConfigId, userId: "ada", scheme, val: { token: "the-token-of-ada-5511" } });
    configs.push(authConfigId);
  }
  const owner = await createAsOwner(page, other.project_id);
  const session = await create<{ session_id: string }>(api, "/tool_router/session", { user_id: "ada" });
  const access = await create<{ key: string }>(api, `${INTERNAL}/sessions/${session.session_id}/access_keys`, {
    name: "Mine",
  });
  const token = { user_id: "ada", tools: ["GITHUB_LIST_REPOSITORY_ISSUES"] };
  const { token: browserToken } = await create<{ token: string }>(api, `${INTERNAL}/browser_tokens`, token);
  mkdirSync(inRoot("test-results"), { recursive: true });
  const reader: Reader = {
    url: run().url,
    ofGuide: await provisionGuides(),
    folder: mkdtempSync(inRoot("test-results/guides-")),
    environment: {
      ...{ PATCHBAY_URL: run().url, PATCHBAY_API_KEY: account.api_key, BROWSER_TOKEN: browserToken },
      ...{ ORGANIZATION: run().org_id, PROJECT: other.project_id, PROJECT_OF_GUIDES: account.project_id },
      ...{ SESSION: session.session_id, INBOX: inbox.id, APPROVAL: await holdCall(api) },
    },
    blanks: [
      ["x-api-key: ak_...", `x-api-key: ${account.api_key}`],
      ["uak_...", owner.userKey],
      ["key_...", owner.keyId],
      ['"ac_..."', JSON.stringify(configs[0])],
      ["trs_...", session.session_id],
      ["sak_...", access.key],
      ["=your-key", `=${account.api_key}`],
    ],
  };
  writeFiles(reader);
  const config = folderOf("profiles", reader);
  return { ...reader, environment: { ...reader.environment, XDG_CONFIG_HOME: config, HOME: config } };
}
