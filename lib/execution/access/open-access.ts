/** Chooses and opens the credentials of an execution: those of a connected account, those in the request, or none. */
import type { z } from "zod";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { CatalogTool, CatalogToolkit as Toolkit } from "@/lib/catalog/read/catalog";
import { isForUser } from "@/lib/catalog/read/is-for-user";
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import { chooseAccount, type AccountRules } from "@/lib/connected-accounts/accounts/choose-account";
import { filledRule } from "@/lib/connected-accounts/credentials/apply-credentials";
import { exchangeInline, forgetInline } from "@/lib/connected-accounts/credentials/exchange-inline";
import { openCredentials } from "@/lib/connected-accounts/credentials/open-credentials";
import { allowsTool } from "@/lib/auth-configs/allows-tool";
import { openProxy } from "@/lib/auth-configs/seal-proxy";
import { schemesOf } from "@/lib/auth-configs/require-scheme";
import { ApiError } from "@/lib/kernel/errors";
import type { Origin } from "@/lib/kernel/process/log";
import { assertReachable } from "@/lib/kernel/outbound/send";
import { isSecretName } from "@/lib/kernel/text/redact";
import { secretForms } from "@/lib/kernel/text/secret-forms";
import type { CustomConnectionData } from "../contract";
import { holdsCredentials, withCustomParams, type Custom } from "./custom-params";
import { withOwnPlaces } from "./own-places";
import type { Access } from "./access";

export type AccessChoice = {
  userId?: string;
  connectedAccountId?: string;
  connection?: z.output<typeof CustomConnectionData> | null;
  custom?: Custom | null;
  /** Whether the project lets credentials of its accounts go to every base URL that callers name. */
  elsewhere?: boolean | undefined;
  /** False for a dry run: a token that expires soon is not renewed, because nothing may be sent. */
  renew?: boolean;
  /** The request under which a renewal is logged. */
  on: Origin;
  /** Limits on the choice that an MCP server sets. */
  rules?: AccountRules | undefined;
};

/** The credentials that were chosen for an execution, not opened yet. */
export type ChosenAccess = {
  /** For the log, when the execution ends before the credentials are open. */
  account?: ResolvedAccount | undefined;
  open: () => Promise<Access>;
};

const noCredentials = (toolkit: string, scheme: string) =>
  new ApiError("BadRequest", `${toolkit} cannot be used with ${scheme}.`, {
    suggestedFix: `GET /api/v3/toolkits/${toolkit} lists its auth schemes.`,
  });

/** Placeholder for the token in a dry run, which requests no token; shown redacted like every secret. */
const NO_TOKEN = { access_token: "a-token-that-was-not-asked-for" };

const fieldsOf = ({ fields }: ToolkitAuthScheme) => [
  ...fields.authConfigCreation,
  ...fields.connectedAccountInitiation,
];

/** @throws ApiError BadRequest for a URL among the values that this server is not allowed to call */
function assertAddresses(scheme: ToolkitAuthScheme, values: Readonly<Record<string, string>>): void {
  const urls = fieldsOf(scheme).filter(({ type }) => type === "url");
  for (const name of new Set(["base_url", ...urls.map((field) => field.name)]))
    if (values[name]) assertReachable(values[name], `custom_connection_data.val.${name}`);
}

/** The access with inline credentials; they are exchanged for a token if their auth scheme needs one. */
async function fromConnection(
  projectId: string,
  toolkit: Toolkit,
  connection: z.output<typeof CustomConnectionData>,
  renew: boolean,
): Promise<Access> {
  if (connection.toolkitSlug !== toolkit.slug)
    throw new ApiError(
      "BadRequest",
      `custom_connection_data is for ${connection.toolkitSlug}, but the request is for ${toolkit.slug}.`,
      { suggestedFix: `Send credentials of ${toolkit.slug}.` },
    );
  const scheme = schemesOf(toolkit).find(({ mode }) => mode === connection.authScheme);
  // SAML signs people in to web pages; it gives no credentials for an API.
  if (!scheme || scheme.mode === "SAML") throw noCredentials(toolkit.slug, connection.authScheme.slice(0, 40));
  const fields = fieldsOf(scheme);
  const connectionValues: Record<string, string> = {};
  for (const [name, value] of Object.entries(connection.val)) {
    const field = fields.find((entry) => entry.name === name || entry.aliases.includes(name));
    if (typeof value === "string" || typeof value === "number") connectionValues[field?.name ?? name] = String(value);
  }
  assertAddresses(scheme, connectionValues);
  if (!renew && scheme.grant) return toInlineAccess(projectId, scheme, { ...NO_TOKEN, ...connectionValues });
  const endedRules = endedRulesOf(toolkit);
  const exchanged = async (): Promise<Access> => {
    const values = await exchangeInline(projectId, toolkit.slug, scheme, connectionValues);
    // The request itself held the token: only the caller can renew it.
    if (values === connectionValues) return toInlineAccess(projectId, scheme, values);
    return {
      ...toInlineAccess(projectId, scheme, values),
      ...endedRules,
      renew: () => {
        forgetInline(projectId, toolkit.slug, scheme, connectionValues, values);
        return exchanged();
      },
    };
  };
  return exchanged();
}

const endedRulesOf = ({ meta }: Toolkit): Pick<Access, "ended"> => ({
  ...(meta.refusals?.ended && { ended: meta.refusals.ended }),
});

function toInlineAccess(projectId: string, scheme: ToolkitAuthScheme, values: Record<string, string>): Access {
  const fields = fieldsOf(scheme);
  const secrets = Object.entries(values)
    .filter(([name]) => isSecretName(name) || (fields.find((field) => field.name === name)?.isSecret ?? false))
    .map(([, value]) => value);
  const basic = scheme.apply
    .filter((rule) => rule.encode === "basic")
    .flatMap((rule) => filledRule(rule, values)?.slice("Basic ".length) ?? []);
  return {
    projectId,
    scheme,
    values,
    ...(values.base_url && { baseUrl: values.base_url }),
    parameters: [],
    secrets: [...secrets.flatMap(secretForms), ...basic],
  };
}

/** The auth scheme of an account. */
function schemeOf(toolkit: Toolkit, account: ResolvedAccount): ToolkitAuthScheme {
  const scheme = schemesOf(toolkit).find(({ mode }) => mode === account.scheme);
  if (!scheme) throw noCredentials(toolkit.slug, account.scheme);
  return scheme;
}

/** The access with an account's credentials. They are renewed if they expire soon, unless `renew` is false. */
export async function accessOfAccount(
  projectId: string,
  toolkit: Toolkit,
  account: ResolvedAccount,
  { renew = true, on }: Pick<AccessChoice, "renew" | "on">,
): Promise<Access> {
  const scheme = schemeOf(toolkit, account);
  const { values, baseUrl, secrets } = await openCredentials(
    projectId,
    renew ? account : { ...account, expiresAt: null },
    scheme,
    on,
  );
  const proxy = openProxy(projectId, account.authConfigId, account.authConfig.proxy);
  return {
    projectId,
    account,
    scheme,
    values,
    ...(baseUrl && { baseUrl }),
    ...(proxy && { proxy }),
    ...endedRulesOf(toolkit),
    parameters: [],
    secrets: proxy?.key ? [...secrets, ...secretForms(proxy.key)] : secrets,
  };
}

/** Whether the request has credentials of its own and names no account; it then needs no account. */
const hasOwnCredentials = ({ custom, connectedAccountId }: AccessChoice): boolean =>
  !connectedAccountId && holdsCredentials(custom);

/**
 * Chooses the credentials of a tool: `custom_connection_data`, else `custom_auth_params`, else the named account, else
 * the user's most recent account; none for a toolkit without accounts. `open` renews a token that expires soon, unless
 * `choice.renew` is false.
 * @throws ApiError as `chooseAccount`; and from `open` as `openCredentials` and `exchangeInline`, and BadRequest for
 *   custom parameters that cannot be sent
 */
export async function chooseAccess(projectId: string, toolkit: Toolkit, choice: AccessChoice): Promise<ChosenAccess> {
  const { connection, custom, renew, userId, connectedAccountId, rules } = choice;
  if (connection)
    return {
      open: async () =>
        withCustomParams(await fromConnection(projectId, toolkit, connection, renew ?? true), custom, {
          brought: true,
        }),
    };
  if ((toolkit.noAuth && !connectedAccountId) || hasOwnCredentials(choice)) {
    const none: Access = { projectId, values: {}, parameters: [], secrets: [] };
    return { open: async () => withCustomParams(none, custom) };
  }
  const account = await chooseAccount(projectId, {
    toolkitSlug: toolkit.slug,
    ...(userId !== undefined && { userId }),
    ...(connectedAccountId && { connectedAccountId }),
    ...(rules && { rules }),
  });
  return {
    account,
    open: async () =>
      withOwnPlaces(
        await accessOfAccount(projectId, toolkit, account, choice),
        custom,
        toolkit,
        choice.elsewhere ?? false,
      ),
  };
}

/**
 * A proxied request could do what any tool does, so an auth config with a list of allowed tools does not allow it.
 * @throws ApiError Forbidden when the auth config of the account lets only some tools be executed
 */
export function assertProxyAllowed(account: ResolvedAccount): void {
  if ((account.authConfig.toolAccess.tools_available_for_execution ?? []).length === 0) return;
  throw new ApiError(
    "Forbidden",
    `The auth config ${account.authConfigId} lets only chosen tools be executed, so its accounts send no requests of your own.`,
    {
      suggestedFix:
        "Execute one of its tools_available_for_execution, or use an account of an auth config without that list.",
    },
  );
}

/** @throws ApiError Forbidden for a toolkit that the project made for one of its users, and another user */
export function assertUserAllowed(toolkit: Pick<Toolkit, "slug" | "meta">, userId: string | undefined): void {
  if (isForUser(toolkit, userId)) return;
  throw new ApiError("Forbidden", `The toolkit ${toolkit.slug} is for one user of the project only.`, {
    suggestedFix: "Send the user_id of that user, or use another toolkit.",
  });
}

/** @throws ApiError Forbidden when the auth config of the account does not let this tool be executed */
export function assertToolAllowed(
  account: ResolvedAccount | undefined,
  tool: Pick<CatalogTool, "slug" | "aliases">,
): void {
  if (!account || allowsTool(account.authConfig.toolAccess.tools_available_for_execution ?? [], tool)) return;
  throw new ApiError("Forbidden", `The auth config ${account.authConfigId} does not let ${tool.slug} be executed.`, {
    suggestedFix:
      "Add the tool to the auth config's tools_available_for_execution, or use an account of another auth config.",
  });
}
