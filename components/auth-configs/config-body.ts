/** The request bodies of the auth config forms. Pure. */
import type { authConfigsApi } from "@/generated/addresses/auth-configs";
import type { ResultOf, SentTo } from "@/lib/contract/client";
import { changedCredentials, PROXY_FIELDS } from "./config-values";
import type { Method } from "./methods";
import { hasScopes } from "./scheme-words";

type NewBody = SentTo<typeof authConfigsApi.createAuthConfig>["body"];
type ChangeBody = SentTo<typeof authConfigsApi.updateAuthConfig>["body"];
type Values = Readonly<Record<string, string | undefined>>;

/**
 * `allowed`: the tools that accounts can run, empty = all. `asked`: the tools whose permissions people grant, empty =
 * the default scopes.
 */
export type ToolChoice = { allowed: readonly string[]; asked: readonly string[] };

const WIRE = { allowed: "tools_available_for_execution", asked: "tools_for_connected_account_creation" } as const;

type Mode = ResultOf<typeof authConfigsApi.getAuthConfig>["auth_scheme"];
/** The catalog and the auth configs name the same schemes; the catalog's contract types them as text. */
export const toMode = (mode: string): Mode => mode as Mode;

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.join(" ") === b.join(" ");

/** The changed choices, under their names in the API. */
function toolAccess(now: ToolChoice, before: ToolChoice): { tool_access_config?: Record<string, string[]> } {
  const changed = (["allowed", "asked"] as const).filter((kind) => !isSame(now[kind], before[kind]));
  return changed.length > 0
    ? { tool_access_config: Object.fromEntries(changed.map((kind) => [WIRE[kind], [...now[kind]]])) }
    : {};
}

type Selection = { scopes: readonly string[]; tools: ToolChoice };

/** The body for a new auth config. Default scopes are left to the server, which can request fewer. */
export function toNewBody(
  toolkit: string,
  { scheme, managed }: Method,
  { name, proxy_url: url, proxy_auth_key: key, ...credentials }: Values,
  { scopes, tools }: Selection,
): NewBody {
  const usual = scheme.scopes?.default ?? [];
  const settings = {
    credentials: {
      ...credentials,
      ...(hasScopes(scheme.mode) && scopes.length > 0 && !isSame(scopes, usual) && { scopes: [...scopes] }),
    },
    ...(name && { name }),
    ...toolAccess(tools, { allowed: [], asked: [] }),
  };
  const customAuth = {
    type: "use_custom_auth" as const,
    authScheme: toMode(scheme.mode),
    ...(url && { proxy_config: { proxy_url: url, ...(key && { proxy_auth_key: key }) } }),
  };
  return {
    toolkit: { slug: toolkit },
    auth_config: managed ? { type: "use_composio_managed_auth", ...settings } : { ...customAuth, ...settings },
  };
}

/** An empty URL removes the proxy; an empty key keeps the stored key. */
function proxyChange(
  { proxy_url: url = "", proxy_auth_key: key }: Values,
  before: string,
): { proxy_config?: { proxy_url: string; proxy_auth_key?: string } | null } {
  if (url === "") return before === "" ? {} : { proxy_config: null };
  return url === before && !key ? {} : { proxy_config: { proxy_url: url, ...(key && { proxy_auth_key: key }) } };
}

type Before = Selection & { texts: Readonly<Record<string, string>>; secrets: ReadonlySet<string> };

/** The body of a change: only the values that differ from `before`. `values` includes the emptied fields. */
export function toChangeBody(
  { is_composio_managed: managed }: { is_composio_managed: boolean },
  values: Readonly<Record<string, string>>,
  { scopes, tools }: Selection,
  before: Before,
): ChangeBody {
  const settings = { ...(values.name && { name: values.name }), ...toolAccess(tools, before.tools) };
  const scopeChange = isSame(scopes, before.scopes) ? {} : { scopes: [...scopes] };
  if (managed) return { type: "default", ...settings, ...scopeChange };
  const isCredential = ([name]: [string, string]) => !PROXY_FIELDS.some((field) => field === name);
  const credentials = {
    ...changedCredentials(
      before.texts,
      Object.fromEntries(Object.entries(values).filter(isCredential)),
      before.secrets,
    ),
    ...scopeChange,
  };
  return {
    type: "custom",
    ...settings,
    ...proxyChange(values, before.texts.proxy_url ?? ""),
    ...(Object.keys(credentials).length > 0 && { credentials }),
  };
}

/** Returns whether two choices of tools differ. */
export const toolsDiffer = (a: ToolChoice, b: ToolChoice): boolean =>
  !isSame(a.allowed, b.allowed) || !isSame(a.asked, b.asked);
