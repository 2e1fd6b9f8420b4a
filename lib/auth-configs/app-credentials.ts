/** The app with which an auth config's people connect: its own, or the operator's for one that brings none. */
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { ApiError } from "@/lib/kernel/errors";
import type { ProxyRoute } from "@/lib/kernel/outbound/proxy-agent";
import { askedScopes } from "./asked-scopes";
import { openAuthConfigCredentials, type AuthConfigCredentials } from "./auth-config-credentials";
import { findManagedApp, type ManagedApp } from "./managed-apps";
import { manageableSchemes } from "./managed-subjects";
import { openProxy } from "./seal-proxy";
import { presetValues, type Toolkit } from "./require-scheme";

type ConfigRow = { id: string; projectId: string; managed: boolean; credentials: string };
/** `proxy`: the value that `sealProxy` stored. */
type StoredApp = ConfigRow & { proxy: unknown };

/** Everything that asking the provider for tokens takes. */
export type AppCredentials = AuthConfigCredentials & {
  /** On whose behalf the provider is asked. */
  projectId: string;
  /** The proxy to the provider, if the auth config has one: requests of accounts and for their tokens use it. */
  proxy?: ProxyRoute;
};

/**
 * Values that identify the app and the receiver of its secret: only the operator sets them. The API's base URL gets
 * tokens, never the secret.
 */
const OPERATOR_ONLY_FIELDS =
  /^(client_id|client_secret|consumer_key|consumer_secret|oauth_redirect_uri|(?!base_url$).*_url)$/;

/**
 * Values of an auth config that an app of the operator's leaves no room for; what the toolkit presets is nobody's wish.
 */
function takenNames(scheme: ToolkitAuthScheme, values: Readonly<Record<string, string>>): string[] {
  const presets = presetValues(scheme.fields.authConfigCreation);
  return Object.keys(values).filter((name) => OPERATOR_ONLY_FIELDS.test(name) && presets[name] !== values[name]);
}

/** Whether the auth config lives by an app of the operator's. */
export const usesManagedApp = (managed: boolean, toolkit: Toolkit, scheme: ToolkitAuthScheme): boolean =>
  managed && manageableSchemes(toolkit).some(({ mode }) => mode === scheme.mode);

/**
 * Checks an auth config with the operator's app.
 * @throws ApiError BadRequest naming a value that only the operator sets, or scopes that the app cannot request
 */
export function assertLeftToOperator(
  toolkit: Toolkit,
  scheme: ToolkitAuthScheme,
  app: ManagedApp,
  { values, scopes, userScopes }: AuthConfigCredentials,
): void {
  const [reservedName] = takenNames(scheme, values);
  if (reservedName)
    throw new ApiError(
      "BadRequest",
      `credentials.${reservedName} cannot be set with this server's managed app for ${toolkit.name}: ` +
        "its secret goes where the operator decided.",
      { suggestedFix: "Create the auth config with type use_custom_auth and an app of your own." },
    );
  const forbiddenScopes = [...(scopes ?? []), ...(userScopes ?? [])].filter(
    (scope) => app.scopes.length > 0 && !app.scopes.includes(scope),
  );
  if (forbiddenScopes.length > 0)
    throw new ApiError(
      "BadRequest",
      `The managed app for ${toolkit.name} may not ask for ${forbiddenScopes.slice(0, 5).join(", ")}.`,
      { suggestedFix: `Choose among: ${app.scopes.slice(0, 40).join(", ")}.` },
    );
}

const permitted = (requestedScopes: readonly string[], { scopes }: ManagedApp): string[] =>
  scopes.length === 0 ? [...requestedScopes] : requestedScopes.filter((scope) => scopes.includes(scope));

/** The operator's app in the form of an auth config's own, under the scheme's names. */
export function withManagedApp(
  scheme: ToolkitAuthScheme,
  configCredentials: AuthConfigCredentials,
  app: ManagedApp,
): AuthConfigCredentials {
  const reservedNames = takenNames(scheme, configCredentials.values);
  const values = Object.fromEntries(
    Object.entries(configCredentials.values).filter(([name]) => !reservedNames.includes(name)),
  );
  const keys: Record<string, string> = scheme.oauth1
    ? { consumer_key: app.clientId, consumer_secret: app.clientSecret }
    : { client_id: app.clientId, client_secret: app.clientSecret };
  const { scopes, userScopes } = askedScopes(scheme, configCredentials);
  return { values: { ...values, ...keys }, scopes: permitted(scopes, app), userScopes };
}

/** The credentials that an auth config brings itself, with its proxy. */
export function openOwnCredentials({
  id,
  projectId,
  credentials,
  proxy: storedProxy,
}: Omit<StoredApp, "managed">): AppCredentials {
  const proxy = openProxy(projectId, id, storedProxy);
  return { projectId, ...openAuthConfigCredentials(projectId, id, credentials), ...(proxy && { proxy }) };
}

/**
 * The credentials of an auth config as a connection needs them.
 * @throws ApiError BadRequest when it lives by a managed app that the operator has taken away
 */
export async function openAppCredentials(
  config: StoredApp,
  toolkit: Toolkit,
  scheme: ToolkitAuthScheme,
): Promise<AppCredentials> {
  const ownCredentials = openOwnCredentials(config);
  if (!usesManagedApp(config.managed, toolkit, scheme)) return ownCredentials;
  const app = await findManagedApp(toolkit, scheme);
  if (!app)
    throw new ApiError(
      "BadRequest",
      `This server's managed app for ${toolkit.name} was removed, so nobody can connect through the auth config ${config.id}.`,
      {
        suggestedFix:
          "The operator adds it again under Settings, Managed apps; or give the auth config an app of your own.",
      },
    );
  return { ...ownCredentials, ...withManagedApp(scheme, ownCredentials, app) };
}

/** Of an execution the app is a small part: without it, tokens that live still work. */
export async function openAppValues(
  config: ConfigRow,
  toolkit: Toolkit,
  scheme: ToolkitAuthScheme,
): Promise<Readonly<Record<string, string>>> {
  const configCredentials = openAuthConfigCredentials(config.projectId, config.id, config.credentials);
  const needed = scheme.oauth1 !== undefined || scheme.apply.some(({ value }) => value.includes("{client_id}"));
  if (!needed || !usesManagedApp(config.managed, toolkit, scheme)) return configCredentials.values;
  const app = await findManagedApp(toolkit, scheme);
  if (!app) return configCredentials.values;
  // A secret that signs requests never leaves; one that is sent in the clear is the token endpoint's alone.
  const { client_secret: _secret, ...values } = withManagedApp(scheme, configCredentials, app).values;
  return values;
}
