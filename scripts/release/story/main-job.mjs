// The main job of the product: a user connects an account of GitHub, and a tool runs with it. GitHub is emulated.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { inRoot } from "../../paths.mjs";

const LOGIN = "octocat";
const APP = { client_id: "patchbay-story", client_secret: "github-secret-of-the-story" };
const TOOL = "GITHUB_GET_THE_AUTHENTICATED_USER";
const CALLBACK = "/api/v3/toolkits/auth/callback";
const MAX_STEPS = 15;
/** The headers that browsers send with a click on a page of the server. */
const CLICK = { "sec-fetch-site": "same-origin", "sec-fetch-user": "?1" };

/**
 * @param {string[]} urls the servers to which its consent page leads back
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
export function startGithub(urls) {
  const child = fork(inRoot("scripts/demo/emulate-child.mjs"), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [],
  });
  const app = { ...APP, name: "Patchbay", redirect_uris: urls.map((url) => `${url}${CALLBACK}`) };
  child.send({ github: { users: [{ login: LOGIN, name: "The Octocat" }], oauth_apps: [app] } });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The emulated GitHub ended with code ${code}.`)));
    child.once("message", ({ github }) => resolve({ url: github, stop: () => child.connected && child.disconnect() }));
  });
}

/** Calls the API with a key. @returns the answer's JSON, whose status is below 300 */
export async function callApi({ url, key }, method, place, body) {
  const response = await fetch(`${url}${place}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${place}: ${response.status} ${text}`);
  return JSON.parse(text);
}

const decode = (text) =>
  [
    ["&quot;", '"'],
    ["&#39;", "'"],
    ["&lt;", "<"],
    ["&gt;", ">"],
    ["&amp;", "&"],
  ].reduce((result, [escaped, character]) => result.replaceAll(escaped, character), text);

const attributeOf = (tag, name) => decode(new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1] ?? "");

/** The request that the form with the user's name makes. */
function pressButton(html, page) {
  const forms = [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)];
  const [, tag, body] = forms.find(([form]) => form.includes(LOGIN)) ?? [];
  assert.ok(tag !== undefined, `No form for ${LOGIN} at ${page}: ${html.slice(0, 300)}`);
  const fields = [...body.matchAll(/<input\b[^>]*>/gi)].map(([input]) => [
    attributeOf(input, "name"),
    attributeOf(input, "value"),
  ]);
  return {
    url: new URL(attributeOf(tag, "action"), page).href,
    init: { method: "POST", body: new URLSearchParams(fields) },
  };
}

/** A browser that follows redirects itself, with the cookies of each site. */
function openBrowser() {
  const cookies = {};
  return async ({ url, init = {} }) => {
    const { origin } = new URL(url);
    const jar = (cookies[origin] ??= new Map());
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...init, redirect: "manual", headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]*)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return response;
  };
}

/** Opens the link, presses its button and consents at GitHub, as the user does. */
async function consent(link) {
  const browse = openBrowser();
  const { origin } = new URL(link);
  let request = {
    url: link,
    init: { method: "POST", headers: { origin, ...CLICK }, body: new URLSearchParams({ action: "connect" }) },
  };
  for (let step = 0; step < MAX_STEPS; step++) {
    const response = await browse(request);
    const location = response.headers.get("location");
    if (location) request = { url: new URL(location, request.url).href };
    else if (request.url.startsWith(origin)) {
      assert.equal(response.status, 200, `The consent ended at ${request.url} with ${response.status}`);
      return;
    } else request = pressButton(await response.text(), request.url);
  }
  assert.fail("The consent never ended");
}

/** Runs a tool with the account, which asks GitHub whose token it is. */
export async function runTool(client, accountId) {
  const body = { connected_account_id: accountId, arguments: {} };
  const result = await callApi(client, "POST", `/api/v3/tools/execute/${TOOL}`, body);
  assert.ok(result.successful, `The tool failed: ${JSON.stringify(result)}`);
  assert.equal(result.data.login, LOGIN);
}

export const findAccount = (client, id) => callApi(client, "GET", `/api/v3/connected_accounts/${id}`);

/**
 * Sets up GitHub in the project, connects a user's account and runs a tool with it.
 * @returns the ids of the auth config and of the account
 */
export async function doMainJob(client, github) {
  const { auth_config: config } = await callApi(client, "POST", "/api/v3/auth_configs", {
    toolkit: { slug: "github" },
    auth_config: {
      type: "use_custom_auth",
      authScheme: "OAUTH2",
      credentials: {
        ...APP,
        authorization_url: `${github.url}/login/oauth/authorize`,
        token_url: `${github.url}/login/oauth/access_token`,
        base_url: github.url,
      },
    },
  });
  const link = await callApi(client, "POST", "/api/v3/connected_accounts/link", {
    auth_config_id: config.id,
    user_id: "ada",
  });
  const accountId = link.connected_account_id;
  assert.notEqual((await findAccount(client, accountId)).status, "ACTIVE");
  await consent(link.redirect_url);
  assert.equal((await findAccount(client, accountId)).status, "ACTIVE");
  await runTool(client, accountId);
  return { configId: config.id, accountId };
}
