/** Accounts of the strict OAuth server, whose refresh tokens work once. */
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { openAccountValues, type AccountValues } from "@/lib/connected-accounts/account-values";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { refreshNow } from "@/lib/connected-accounts/credentials/open-credentials";
import { type Client, goOn, visit } from "../clients/connect-api";
import { giveConsent } from "../servers/oauth-providers";
import type { OAuthServer } from "../servers/oauth-server.mjs";
import { ON } from "./origin";

export type StrictAccounts = {
  config: string;
  scheme: ToolkitAuthScheme;
  /** Connects another account, by a consent. Gives its id. */
  connect: () => Promise<string>;
  stored: (id: string) => Promise<AccountValues>;
  /** Renews its token as after an HTTP 401. */
  renew: (id: string) => ReturnType<typeof refreshNow>;
};

/** An auth config for the server. `more` is added to its credentials. */
export async function strictAccounts(
  { call, projectId }: Client,
  server: OAuthServer,
  more: Record<string, string> = {},
): Promise<StrictAccounts> {
  const { body } = await call("POST", "/auth_configs", {
    toolkit: { slug: "strict" },
    auth_config: { type: "use_custom_auth", authScheme: "OAUTH2", credentials: { ...server.credentials, ...more } },
  });
  const config = body.auth_config.id;
  const scheme = (await requireToolkit(projectId, "strict")).authSchemes[0];
  if (!scheme) throw new Error("The strict toolkit has no scheme.");
  const consent = async (url: string) => {
    await visit(await giveConsent((await goOn(url)).location ?? "", "ada"));
  };
  return {
    config,
    scheme,
    connect: async () => {
      const response = await call("POST", "/connected_accounts", {
        auth_config: { id: config },
        connection: { user_id: "ada" },
      });
      await consent(response.body.redirect_url);
      return response.body.id;
    },
    stored: async (id) => openAccountValues(projectId, id, (await requireResolved(projectId, id)).credentials),
    renew: async (id) =>
      refreshNow(projectId, await requireResolved(projectId, id), scheme, { because: "a test", on: ON }),
  };
}
