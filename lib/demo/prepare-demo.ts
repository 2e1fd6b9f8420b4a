/** The project of the demo mode: auth configs that lead to the example apps on this machine. */
import { ensureProject } from "@/lib/access/projects/projects";
import { createAuthConfig, listAuthConfigs, updateAuthConfig } from "@/lib/auth-configs/auth-configs";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import type { Env } from "@/lib/kernel/process/env";
import { background } from "@/lib/kernel/process/log";
import { renewGoneHooks } from "@/lib/triggers/instances/renew-gone-hooks";

type Apps = NonNullable<Env["demo"]>;
type App = keyof Apps;

/** Nothing outside this project is touched. */
export const DEMO_PROJECT = "Demo";

/** Where the example apps have what the real ones have elsewhere. */
const SIGN_IN: Readonly<Record<App, { authorize: string; token: string }>> = {
  github: { authorize: "/login/oauth/authorize", token: "/login/oauth/access_token" },
  google: { authorize: "/o/oauth2/v2/auth", token: "/oauth2/token" },
  slack: { authorize: "/oauth/v2/authorize", token: "/api/oauth.v2.access" },
};

const TOOLKITS: readonly { slug: string; app: App }[] = [
  { slug: "github", app: "github" },
  { slug: "gmail", app: "google" },
  { slug: "googlecalendar", app: "google" },
  { slug: "googledrive", app: "google" },
  { slug: "slack", app: "slack" },
];

/** The example apps answer at their own address what the real ones answer below their base URL's path. */
const toCredentials = (
  app: App,
  { url, client_id, client_secret }: Apps[App],
  baseUrl: string | null,
): Record<string, string> => ({
  client_id,
  client_secret,
  authorization_url: url + SIGN_IN[app].authorize,
  token_url: url + SIGN_IN[app].token,
  base_url: url + new URL(baseUrl ?? url).pathname.replace(/\/$/, ""),
});

async function ensureAuthConfig(
  projectId: string,
  { slug, app }: (typeof TOOLKITS)[number],
  apps: Apps,
): Promise<void> {
  const toolkit = await requireToolkit(projectId, slug);
  const name = `${toolkit.name} (example)`;
  const credentials = toCredentials(app, apps[app], toolkit.baseUrl);
  const { items } = await listAuthConfigs(projectId, {
    toolkitSlugs: [slug],
    showDisabled: true,
    search: name,
    limit: 1,
  });
  const authConfig = items.find((config) => config.name === name);
  // The example apps take other ports at each start.
  if (authConfig) await updateAuthConfig(projectId, authConfig.id, { credentials, owned: true });
  else await createAuthConfig(projectId, { toolkitSlug: slug, managed: false, scheme: "OAUTH2", name, credentials });
}

/** Makes the project ready, once the server has an owner. */
export async function prepareDemo(apps: Apps): Promise<void> {
  const projectId = await ensureProject(DEMO_PROJECT);
  if (!projectId) return;
  for (const toolkit of TOOLKITS) await ensureAuthConfig(projectId, toolkit, apps);
  // The example apps store nothing: their hooks end with them.
  await renewGoneHooks(projectId, background("demo"));
}
