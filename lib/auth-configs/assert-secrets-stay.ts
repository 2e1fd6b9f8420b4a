/**
 * A stored secret stays with the servers it was stored for: a person who may change an address must not be able to send
 * it elsewhere. Pure.
 */
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { ApiError } from "@/lib/kernel/errors";
import { canonicalName } from "./merge-credentials";
import { isMasked, isSecretValue } from "./mask-secret";
import type { Toolkit } from "./require-scheme";
import { isUrl } from "@/lib/kernel/text/is-url";

type Values = Readonly<Record<string, string>>;
type ToolkitAddresses = Pick<Toolkit, "baseUrl" | "meta">;

/** The values of an auth config: its own values, those that its connections share, and the address of its proxy. */
export type ConfigValues = { credentials: Values; shared: Values; proxyUrl?: string | undefined };

/** The values of a request, as it was sent. */
export type SentValues = {
  credentials?: Readonly<Record<string, unknown>> | undefined;
  shared_credentials?: Readonly<Record<string, unknown>> | undefined;
};

/** The origin of an address with its placeholders filled, and without. */
type Origins = { filled: string; written: string };

/** Scheme, host and port of an address, with its placeholders filled from known values; other texts stay unchanged. */
function originOf(template: string, values: Values): string {
  const url = template.replace(/\{([A-Za-z0-9_]+)\}/g, (place, name: string) => values[name] ?? place);
  const plain = url.replace(/[{}]/g, "_");
  return isUrl(plain) && new URL(plain).origin !== "null" ? new URL(plain).origin : plain;
}

/**
 * Every address that the auth config's requests go to, and people are sent to, by the name under which it can be
 * replaced.
 */
function addressesOf(
  { oauth, oauth1, grant, fields }: ToolkitAuthScheme,
  { baseUrl, meta }: ToolkitAddresses,
  values: Values,
) {
  const token =
    values.token_url ?? oauth?.tokenUrl ?? oauth1?.accessTokenUrl ?? (grant && "url" in grant ? grant.url : undefined);
  const urlFields = [...fields.authConfigCreation, ...fields.connectedAccountInitiation].filter(
    ({ type }) => type === "url",
  );
  const addresses: Record<string, string | undefined> = {
    ...Object.fromEntries(urlFields.map(({ name }) => [name, values[name]])),
    token_url: token,
    // The same order as toOAuthClient and revokeUrlOf: an operator's token URL comes before the provider's other URLs.
    refresh_url: values.refresh_url ?? values.token_url ?? oauth?.refreshUrl ?? token,
    revoke_url: values.revoke_url ?? values.token_url ?? oauth?.revokeUrl ?? token,
    request_token_url: values.request_token_url ?? oauth1?.requestTokenUrl,
    authorization_url: values.authorization_url ?? oauth?.authorizationUrl ?? oauth1?.authorizationUrl,
    server_url: values.server_url,
    base_url: values.base_url ?? baseUrl ?? undefined,
    ...Object.fromEntries(meta.hosts.map((host) => [host, `https://${host}`])),
  };
  // Also without filling: most entered addresses are used unchanged, and a placeholder in them would lead to another
  // server than its value.
  return Object.entries(addresses).map(([name, address = ""]): [string, Origins] => [
    name,
    { filled: address && originOf(address, values), written: address && originOf(address, {}) },
  ]);
}

/** An address of an auth config that leads to another origin after a change. */
export type MovedAddress = { name: string; from: string; to: string };

/**
 * The first address that leads elsewhere afterwards. A proxy can read requests to a server without TLS, so there it
 * counts as an address.
 */
export function movedAddress(
  scheme: ToolkitAuthScheme,
  toolkit: ToolkitAddresses,
  before: ConfigValues,
  after: ConfigValues,
): MovedAddress | undefined {
  const origins = (configValues: ConfigValues) =>
    addressesOf(scheme, toolkit, { ...configValues.shared, ...configValues.credentials });
  const [old, present] = [new Map(origins(before)), origins(after)];
  const inTheClear = present.some(([, { filled: filledOrigin, written: writtenOrigin }]) =>
    [filledOrigin, writtenOrigin].some((origin) => origin.startsWith("http:")),
  );
  const proxies = [before, after].map(({ proxyUrl }) => (proxyUrl ? originOf(proxyUrl, {}) : ""));
  if (inTheClear && proxies[0] !== proxies[1] && proxies[1])
    return { name: "proxy_config.proxy_url", from: "another way", to: proxies[1] };
  for (const [name, { filled: filledOrigin, written: writtenOrigin }] of present) {
    const from = old.get(name);
    if (from?.filled !== filledOrigin) return toMoved(name, from?.filled, filledOrigin);
    if (from.written !== writtenOrigin) return toMoved(name, from.written, writtenOrigin);
  }
  return undefined;
}

const toMoved = (name: string, from: string | undefined, to: string): MovedAddress => ({
  name,
  from: from || "no address yet",
  to: to || "no address of its own",
});

/**
 * Checks that a change of an auth config does not move its secrets: if an address changes its origin, each secret has
 * to be sent again, or removed. A secret that is shown masked and sent back in that form is not sent again.
 * @throws ApiError BadRequest that names the secret and the address
 */
export function assertSecretsStay(
  toolkit: ToolkitAddresses,
  scheme: ToolkitAuthScheme,
  { before, after, sent: sentValues }: { before: ConfigValues; after: ConfigValues; sent: SentValues },
): void {
  const moved = movedAddress(scheme, toolkit, before, after);
  if (!moved) return;
  const keptNames = (["credentials", "shared_credentials"] as const).flatMap((where) => {
    const [fields, states] =
      where === "credentials"
        ? [scheme.fields.authConfigCreation, [before.credentials, after.credentials] as const]
        : [scheme.fields.connectedAccountInitiation, [before.shared, after.shared] as const];
    const again = new Set(
      Object.entries(sentValues[where] ?? {})
        .filter(([, value]) => value !== undefined && !(typeof value === "string" && isMasked(value.trim())))
        .map(([name]) => canonicalName(name, fields)),
    );
    return Object.keys(states[0])
      .filter((name) => isSecretValue(name, scheme) && states[1][name] !== undefined && !again.has(name))
      .map((name) => `${where}.${name}`);
  });
  if (keptNames.length === 0) return;
  const sentence = `The stored value was given for ${moved.from}, and ${moved.name} would take it to ${moved.to}.`;
  throw new ApiError("BadRequest", `${keptNames[0]}: ${sentence}`, {
    errors: keptNames.map((name) => `${name}: ${sentence}`),
    suggestedFix: "Send every secret named in errors again together with the new URL, or null to remove it.",
  });
}
