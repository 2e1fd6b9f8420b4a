/** Real OAuth providers on loopback with their toolkits, and a person who gives consent without a browser. */
import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { toAuthScheme } from "@/lib/catalog/compile/requests/to-auth-scheme";
import { compileCurrentUser, CurrentUserEntry } from "@/lib/catalog/current-user";
import type { CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import { installCompiled } from "@/test/catalog/install-compiled";
import { readProviders } from "@/lib/catalog/compile/sources/read-toolkits";
import { ProvidersFile } from "@/lib/catalog/compile/sources/toolkit-file";
import { type ConnectToolkit, type Entry, TOOLKITS } from "../builders/connect-toolkits";

export const CALLBACK = "http://localhost:3000/api/v3/toolkits/auth/callback";
export const APPS = {
  github: { client_id: "github-app", client_secret: "github-secret-0d9f31" },
  google: { client_id: "google-app.apps.googleusercontent.com", client_secret: "google-secret-77c1e2" },
  slack: { client_id: "1234.5678", client_secret: "slack-secret-42ab90" },
};
export const GITHUB_LOGIN = "octocat";
export const GOOGLE_EMAIL = "ada@example.com";
export const SLACK_NAME = "ada";

export type Emulated = { urls: Record<keyof typeof APPS, string>; stop: () => void };

/** GitHub, Google and Slack as their emulators play them, in a process that ends with the test. */
export function startProviders(): Promise<Emulated> {
  const redirect_uris = [CALLBACK];
  const seeds = {
    github: {
      users: [{ login: GITHUB_LOGIN, name: "The Octocat", email: "octocat@example.com" }],
      oauth_apps: [{ ...APPS.github, name: "Patchbay", redirect_uris }],
    },
    google: {
      users: [{ email: GOOGLE_EMAIL, name: "Ada Lovelace" }],
      oauth_clients: [{ ...APPS.google, name: "Patchbay", redirect_uris }],
    },
    slack: {
      team: { name: "Engines", domain: "engines" },
      users: [{ name: SLACK_NAME, real_name: "Ada Lovelace", email: "ada@example.com" }],
      oauth_apps: [{ ...APPS.slack, name: "Patchbay", redirect_uris }],
    },
  };
  const child = fork(fileURLToPath(new URL("../../scripts/demo/emulate-child.mjs", import.meta.url)), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The emulated providers ended with code ${code}.`)));
    child.once("message", (urls) =>
      resolve({
        urls: urls as Emulated["urls"],
        stop: () => {
          if (child.connected) child.disconnect();
        },
      }),
    );
    child.send(seeds);
  });
}

/** The credentials of an auth config that is pointed at an emulator. */
export const credentialsFor = ({ urls }: Emulated) => ({
  github: {
    ...APPS.github,
    authorization_url: `${urls.github}/login/oauth/authorize`,
    token_url: `${urls.github}/login/oauth/access_token`,
    base_url: urls.github,
  },
  google: {
    ...APPS.google,
    authorization_url: `${urls.google}/o/oauth2/v2/auth`,
    token_url: `${urls.google}/oauth2/token`,
    base_url: urls.google,
  },
  slack: {
    ...APPS.slack,
    authorization_url: `${urls.slack}/oauth/v2/authorize`,
    token_url: `${urls.slack}/api/oauth.v2.access`,
    base_url: `${urls.slack}/api`,
  },
});

const BASE_URL = "https://api.example";
const toTool = ({ slug, input, request, tags = [], aliases = [] }: NonNullable<ConnectToolkit["tools"]>[number]) => ({
  slug,
  name: slug,
  description: slug,
  tags,
  scopes: [],
  inputSchema: input,
  outputSchema: { type: "object", properties: {} },
  important: false,
  deprecated: false,
  aliases,
  run: { request: { ...request, baseUrl: BASE_URL } },
});

const entry = ({ defaultScopes = [], connectionFields = [], authConfigFields = [], ...more }: Entry) => ({
  defaultScopes,
  availableScopes: [],
  defaultUserScopes: [],
  availableUserScopes: [],
  connectionFields,
  authConfigFields,
  ...more,
});

/**
 * Puts toolkits into the catalog of the test's database: the standard toolkits, a test's toolkits by slug, and compiled
 * toolkits.
 * @param providersFile providers of the test
 */
export async function installConnectToolkits(
  more: Record<string, ConnectToolkit> = {},
  compiled: readonly CompiledToolkit[] = [],
  providersFile: z.input<typeof ProvidersFile> = {},
): Promise<void> {
  const standardProviders = readProviders(fileURLToPath(new URL("../..", import.meta.url)));
  const strict = ProvidersFile.parse({
    strict: {
      authorizationUrl: "https://strict.example/auth",
      tokenUrl: "https://strict.example/token",
      pkce: "S256",
      rotatesRefreshToken: true,
      refreshTokenIdleDays: 60,
    },
  }).strict;
  if (!strict) throw new Error("The strict provider is gone.");
  const providers = {
    ...standardProviders,
    ...ProvidersFile.parse(providersFile),
    strict,
    strictbasic: { ...strict, tokenAuth: "basic" as const },
  };
  const folder = mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "toolkits-"));
  const described = Object.entries({ ...TOOLKITS, ...more }).map(([slug, connectToolkit]) => {
    const { name, auth, noAuth = false, tools = [] } = connectToolkit;
    const currentUser = compileCurrentUser(
      connectToolkit.currentUser && CurrentUserEntry.parse(connectToolkit.currentUser),
    );
    const toolkit = {
      slug,
      name,
      description: `${name} for tests`,
      baseUrl: connectToolkit.baseUrl ?? BASE_URL,
      categories: [],
      noAuth,
      version: "20260101_00",
      popularity: 0,
      ...currentUser.endpoint,
      meta: { hosts: [], headers: {}, attribution: [], ...currentUser.meta },
      tools: tools.map(toTool),
      authSchemes: auth.map((authEntry) => toAuthScheme(name, entry(authEntry), providers)),
    };
    return toolkit;
  });
  const files = [...described, ...compiled].map((toolkit) => {
    const target = path.join(folder, `${toolkit.slug}.json`);
    const hash = randomBytes(32).toString("hex");
    writeFileSync(target, JSON.stringify({ hash, toolCount: toolkit.tools.length, toolkit }));
    return target;
  });
  await installCompiled(files, {});
}

type Form = { action: string; method: string; fields: Record<string, string>; text: string };

const decoded = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
const attribute = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1];
  return value === undefined ? undefined : decoded(value);
};

/** The forms of a page with the values they would send unchanged. */
export function formsOf(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)].map(([, tag = "", body = ""]) => ({
    action: attribute(tag, "action") ?? "",
    method: (attribute(tag, "method") ?? "get").toLowerCase(),
    fields: Object.fromEntries(
      [...body.matchAll(/<input\b[^>]*>/gi)].map(([input]) => [
        attribute(input, "name") ?? "",
        attribute(input, "value") ?? "",
      ]),
    ),
    text: body,
  }));
}

/**
 * Gives consent as a person would: follows the provider's redirects, chooses the form that names `who` (or, on later
 * pages, a name in `later`), and stops at the address that would lead back to us.
 */
export async function giveConsent(authorizeUrl: string, who: string, ...later: string[]): Promise<string> {
  const cookies = new Map<string, string>();
  let request: { url: string; init: RequestInit } = { url: authorizeUrl, init: {} };
  for (let step = 0; step < 12; step++) {
    const answer = await fetch(request.url, {
      ...request.init,
      redirect: "manual",
      headers: { ...request.init.headers, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const cookie of answer.headers.getSetCookie())
      cookies.set(cookie.slice(0, cookie.indexOf("=")), cookie.slice(cookie.indexOf("=") + 1).split(";")[0] ?? "");
    const location = answer.headers.get("location");
    if (location) {
      const next = new URL(location, request.url).href;
      if (new URL(next).pathname === new URL(CALLBACK).pathname) return next;
      request = { url: next, init: {} };
      continue;
    }
    const html = await answer.text();
    const form = formsOf(html).find(({ text, fields }) =>
      [who, ...later].some((name) => text.includes(name) || Object.values(fields).includes(name)),
    );
    if (!form) throw new Error(`No form for ${who} at ${request.url} (${answer.status}): ${html.slice(0, 300)}`);
    request = {
      url: new URL(form.action, request.url).href,
      init: {
        method: form.method,
        body: new URLSearchParams(form.fields),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      },
    };
  }
  throw new Error("The consent never ended.");
}
