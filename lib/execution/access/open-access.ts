/** With whose credentials an execution runs: a connected account's, those of the request, or none. */
import type { z } from "zod";
import type { ToolkitAuthScheme } from "@/lib/catalog/auth-scheme";
import type { CatalogueToolkit as Toolkit } from "@/lib/catalog/read/catalogue";
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import { chooseAccount, type AccountRules } from "@/lib/connected-accounts/accounts/choose-account";
import { filledRule } from "@/lib/connected-accounts/credentials/apply";
import { exchangeInline, forgetInline } from "@/lib/connected-accounts/credentials/inline";
import { openCredentials } from "@/lib/connected-accounts/credentials/open";
import { openProxy } from "@/lib/auth-configs/sealed-proxy";
import { schemesOf } from "@/lib/auth-configs/check-scheme";
import { ApiError } from "@/lib/kernel/errors";
import type { Origin } from "@/lib/kernel/process/log";
import { assertReachable } from "@/lib/kernel/outbound/send";
import type { ProxyRoute } from "@/lib/kernel/outbound/proxy-tunnel";
import { isSecretName } from "@/lib/kernel/text/redact";
import { secretForms } from "@/lib/kernel/text/secret-forms";
import type { CustomAuthParams, CustomConnectionData } from "../contract";
import { textsIn } from "./secret-names";

/** Credentials ready for use. */
export type Access = {
  projectId: string;
  account?: ResolvedAccount;
  scheme?: ToolkitAuthScheme;
  /** By the names of the wire; also fill the variables of base URLs. */
  values: Record<string, string>;
  /** Replaces the base URL of the toolkit. */
  baseUrl?: string;
  /** Headers and query parameters that the request brings along. */
  parameters: { name: string; in: "query" | "header"; value: string }[];
  /** Fields that the request adds to the body. */
  body?: Record<string, unknown>;
  /** The way to the provider, where the auth config names one. */
  proxy?: ProxyRoute;
  /** Texts that appear neither in logs nor in answers. */
  secrets: string[];
  /** The same with a new token, for credentials of the request itself whose token the provider refused. */
  renew?: () => Promise<Access>;
};

export type AccessChoice = {
  userId?: string;
  connectedAccountId?: string;
  connection?: z.output<typeof CustomConnectionData> | null;
  custom?: z.output<typeof CustomAuthParams> | null;
  /** False leaves a token that ends soon as it is, so that nothing is sent. */
  renew?: boolean;
  /** For whom a renewal is logged. */
  on: Origin;
  /** Of an MCP server's address and auth configs. */
  rules?: AccountRules | undefined;
};

/** With whose credentials an execution runs, before they are opened. */
export type Chosen = {
  /** What the log may tell when the execution ends before they are open. */
  account?: ResolvedAccount | undefined;
  open: () => Promise<Access>;
};

/** RFC 9110, 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** They belong to the connection between us and the provider. */
const CONNECTION_HEADER =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/i;

/**
 * A header that a caller asks for, in lower case.
 * @throws ApiError BadRequest for a name or value that would break the request
 */
export function checkedHeader(name: string, value: string, field: string): string {
  const refuse = (problem: string) =>
    new ApiError("BadRequest", `${field}: the header ${JSON.stringify(name.slice(0, 80))} ${problem}.`, {
      suggestedFix: "Correct the header or leave it out.",
    });
  if (!HEADER_NAME.test(name)) throw refuse("has a name that HTTP does not allow");
  if (CONNECTION_HEADER.test(name)) throw refuse("is set by this server");
  if (!HEADER_VALUE.test(value)) throw refuse("has a value with line breaks or characters outside Latin-1");
  return name.toLowerCase();
}

const noCredentials = (toolkit: string, scheme: string) =>
  new ApiError("BadRequest", `${toolkit} cannot be used with ${scheme}.`, {
    suggestedFix: `GET /api/v3/toolkits/${toolkit} lists its auth schemes.`,
  });

/** Stands for the token of a request that is not sent, so that none is asked for; shown as every secret is. */
const NO_TOKEN = { access_token: "a-token-that-was-not-asked-for" };

const fieldsOf = ({ fields }: ToolkitAuthScheme) => [
  ...fields.authConfigCreation,
  ...fields.connectedAccountInitiation,
];

/** @throws ApiError BadRequest for an address among the values that this server would not call */
function assertAddresses(scheme: ToolkitAuthScheme, values: Readonly<Record<string, string>>): void {
  const urls = fieldsOf(scheme).filter(({ type }) => type === "url");
  for (const name of new Set(["base_url", ...urls.map((field) => field.name)]))
    if (values[name]) assertReachable(values[name], `custom_connection_data.val.${name}`);
}

/** Credentials that travel in the request itself, in place of a connected account; exchanged for a token where their scheme does so. */
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
  // SAML signs people in to a web app: nothing of it goes into a request.
  if (!scheme || scheme.mode === "SAML") throw noCredentials(toolkit.slug, connection.authScheme.slice(0, 40));
  const fields = fieldsOf(scheme);
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(connection.val)) {
    const field = fields.find((known) => known.name === name || known.aliases.includes(name));
    if (typeof value === "string" || typeof value === "number") sent[field?.name ?? name] = String(value);
  }
  assertAddresses(scheme, sent);
  if (!renew && scheme.grant) return toInlineAccess(projectId, scheme, { ...NO_TOKEN, ...sent });
  const exchanged = async (): Promise<Access> => {
    const values = await exchangeInline(projectId, toolkit.slug, scheme, sent);
    // A token that came with the request is the caller's own affair.
    if (values === sent) return toInlineAccess(projectId, scheme, values);
    return {
      ...toInlineAccess(projectId, scheme, values),
      renew: () => {
        forgetInline(projectId, toolkit.slug, scheme, sent, values);
        return exchanged();
      },
    };
  };
  return exchanged();
}

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

/** Which scheme's rules apply to an account. */
function schemeOf(toolkit: Toolkit, account: ResolvedAccount): ToolkitAuthScheme {
  const scheme = schemesOf(toolkit).find(({ mode }) => mode === account.scheme);
  if (!scheme) throw noCredentials(toolkit.slug, account.scheme);
  return scheme;
}

/** The access with an account's credentials, renewed where they end soon unless told not to. */
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
    parameters: [],
    secrets: proxy?.key ? [...secrets, proxy.key] : secrets,
  };
}

/** Each is looked for wherever the log could repeat it. */
const MAX_ADDED_VALUES = 100;

const HARMLESS_PARAMETER = /^(content-type|accept(-.*)?|user-agent|.*version.*)$/i;

/**
 * What the request itself brings along. Its `base_url` may be any host that the server may reach, and then receives the
 * account's credentials: whoever holds the project's key may use every account of the project, and test servers and
 * self-hosted providers are reached so. A connection's own base URL is the better place for a lasting one.
 */
function withCustom(access: Access, custom: z.output<typeof CustomAuthParams> | null | undefined): Access {
  if (!custom) return access;
  if (custom.body && textsIn(custom.body).length > MAX_ADDED_VALUES)
    throw new ApiError("BadRequest", `custom_auth_params.body holds more than ${MAX_ADDED_VALUES} values.`, {
      suggestedFix: "Send the credentials alone in it, and everything else in arguments.",
    });
  const baseUrl = custom.base_url ?? custom.baseURL;
  if (baseUrl) assertReachable(baseUrl, "custom_auth_params.base_url");
  const parameters = (custom.parameters ?? []).map((parameter) => {
    const value = String(parameter.value);
    return {
      name:
        parameter.in === "header"
          ? checkedHeader(parameter.name, value, "custom_auth_params.parameters")
          : parameter.name,
      in: parameter.in,
      value,
    };
  });
  const secrets = parameters
    .filter(({ name }) => !HARMLESS_PARAMETER.test(name))
    .flatMap(({ value }) => secretForms(value));
  return {
    ...access,
    ...(baseUrl && { baseUrl }),
    parameters,
    ...(custom.body && { body: custom.body }),
    secrets: [...access.secrets, ...secrets],
  };
}

/** A request that carries its own credentials, and names no account, needs none. */
const bringsCredentials = ({ custom, connectedAccountId }: AccessChoice): boolean =>
  !connectedAccountId && (custom?.parameters ?? []).some(({ name }) => !HARMLESS_PARAMETER.test(name));

/**
 * With whose credentials a tool runs: those in the request, else the account it names or the user's most recent one; none
 * for a toolkit that needs none. `open` renews a token that ends soon, unless the choice says not to.
 * @throws ApiError as `chooseAccount`; and from `open` as `openCredentials` and `exchangeInline`, and BadRequest for
 *   custom parameters that cannot be sent
 */
export async function chooseAccess(projectId: string, toolkit: Toolkit, choice: AccessChoice): Promise<Chosen> {
  const { connection, custom, renew, userId, connectedAccountId, rules } = choice;
  if (connection)
    return {
      open: async () => withCustom(await fromConnection(projectId, toolkit, connection, renew ?? true), custom),
    };
  if ((toolkit.noAuth && !connectedAccountId) || bringsCredentials(choice)) {
    const none: Access = { projectId, values: {}, parameters: [], secrets: [] };
    return { open: async () => withCustom(none, custom) };
  }
  const account = await chooseAccount(projectId, {
    toolkitSlug: toolkit.slug,
    ...(userId !== undefined && { userId }),
    ...(connectedAccountId && { connectedAccountId }),
    ...(rules && { rules }),
  });
  return {
    account,
    open: async () => withCustom(await accessOfAccount(projectId, toolkit, account, choice), custom),
  };
}

/**
 * A request of the caller's own is no tool of the list, and could do what every other tool does.
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

/** @throws ApiError Forbidden when the auth config of the account does not let this tool be executed */
export function assertToolAllowed(account: ResolvedAccount | undefined, toolSlug: string): void {
  const allowed = account?.authConfig.toolAccess.tools_available_for_execution;
  if (!account || !allowed || allowed.length === 0 || allowed.includes(toolSlug)) return;
  throw new ApiError("Forbidden", `The auth config ${account.authConfigId} does not let ${toolSlug} be executed.`, {
    suggestedFix:
      "Add the tool to the auth config's tools_available_for_execution, or use an account of another auth config.",
  });
}
