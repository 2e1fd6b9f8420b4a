/** The auth schemes of an MCP server, as they are registered and as connections use them. */
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { toAuthScheme } from "@/lib/catalog/compile/requests/to-auth-scheme";
import { ApiError } from "@/lib/kernel/errors";
import { assertReachable } from "@/lib/kernel/outbound/send";
import type { AuthSchemeWire } from "./contract";

const KEY_PLACE = "{{generic_api_key}}";
/** Of the value that users enter in addition to the key. */
const ID_PLACE = "{{generic_id}}";
type KeyScheme = Extract<AuthSchemeWire, { mode: "API_KEY" }>;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible characters; a line break would begin another header. */
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;
/** Headers of the protocol and of the connection, which the client writes. */
const RESERVED =
  /^(?:host|content-.*|connection|transfer-.*|upgrade|te|trailer|accept(?:-.*)?|cookie|mcp-.*|proxy-.*|last-event-id)$/i;

const invalid = (problem: string): ApiError =>
  new ApiError("BadRequest", `auth_schemes: ${problem}`, { suggestedFix: "Correct the header, then send it again." });

/** @throws ApiError BadRequest for a header that cannot be sent, and for a key or a value that no header has */
function assertHeaders({ headers, additional_fields: fields }: KeyScheme): void {
  const places = fields ? [KEY_PLACE, ID_PLACE] : [KEY_PLACE];
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name)) throw invalid(`${JSON.stringify(name)} is no name of a header.`);
    if (RESERVED.test(name)) throw invalid(`the header ${name} is written by the client of MCP.`);
    if (!HEADER_VALUE.test(value)) throw invalid(`the header ${name} holds characters that no header can have.`);
    if (/[{}]/.test(places.reduce((text, place) => text.replaceAll(place, ""), value)))
      throw invalid(`the header ${name} has a place that is not ${places.join(" or ")}.`);
  }
  const unused = places.find((place) => !Object.values(headers).some((value) => value.includes(place)));
  if (unused) throw invalid(`no header holds ${unused}, so what users enter would go nowhere.`);
}

/** @throws ApiError BadRequest for schemes that cannot be used, or two of one mode */
export function assertAuthSchemes(schemes: readonly AuthSchemeWire[]): void {
  if (new Set(schemes.map(({ mode }) => mode)).size < schemes.length) throw invalid("each mode can be there once.");
  for (const scheme of schemes) {
    if (scheme.mode === "API_KEY") assertHeaders(scheme);
    if ("discovery_url" in scheme) assertReachable(scheme.discovery_url, "auth_schemes.discovery_url");
  }
}

const NOTHING = {
  authConfigFields: [],
  connectionFields: [],
  defaultScopes: [],
  availableScopes: [],
  defaultUserScopes: [],
  availableUserScopes: [],
};

function toKeyScheme(
  toolkitName: string,
  { headers, api_key_field: texts, additional_fields: fields }: KeyScheme,
): ToolkitAuthScheme {
  const isText = { type: "string" as const, required: true };
  const key = {
    ...{ ...isText, name: "generic_api_key", isSecret: true, aliases: ["api_key"] },
    displayName: texts?.display_name ?? "API key",
    description: texts?.description ?? `Your API key for ${toolkitName}`,
  };
  const id = fields && {
    ...{ ...isText, name: "generic_id", isSecret: false, aliases: [] },
    displayName: fields.generic_id.display_name,
    description: fields.generic_id.description ?? `Your ${fields.generic_id.display_name} for ${toolkitName}`,
  };
  const apply = Object.entries(headers).map(([name, value]) => ({
    in: "header" as const,
    name,
    value: value.replaceAll(KEY_PLACE, "{generic_api_key}").replaceAll(ID_PLACE, "{generic_id}"),
  }));
  const scheme = toAuthScheme(toolkitName, { mode: "API_KEY", ...NOTHING, apply }, {});
  return { ...scheme, fields: { ...scheme.fields, connectedAccountInitiation: id ? [key, id] : [key] } };
}

const WELL_KNOWN =
  /\/\.well-known\/(?:oauth-authorization-server|oauth-protected-resource|openid-configuration)(?=\/|$)/;

/** The server whose metadata an address is: clients give the address of the document, or of the server. */
export function serverOf(discoveryUrl: string): string {
  const { origin, pathname } = new URL(discoveryUrl);
  return WELL_KNOWN.test(pathname) ? `${origin}${pathname.replace(WELL_KNOWN, "")}` : discoveryUrl;
}

/** The sign-in names the server that the token is for (RFC 8707). */
function toOAuthScheme(
  toolkitName: string,
  { mode, discovery_url: discoveryUrl }: Extract<AuthSchemeWire, { discovery_url: string }>,
  serverUrl: string,
): ToolkitAuthScheme {
  const scheme = toAuthScheme(toolkitName, { mode, ...NOTHING }, {});
  const resource = { resource: serverUrl };
  const authConfigCreation = scheme.fields.authConfigCreation.map((field) =>
    field.name === "server_url" ? { ...field, required: false, default: serverOf(discoveryUrl) } : field,
  );
  return {
    ...scheme,
    fields: { ...scheme.fields, authConfigCreation },
    ...(scheme.oauth && {
      oauth: { ...scheme.oauth, authorizeParams: resource, tokenParams: resource, refreshParams: resource },
    }),
  };
}

/** The schemes as the catalog keeps them. */
export const toAuthSchemes = (
  toolkitName: string,
  serverUrl: string,
  schemes: readonly AuthSchemeWire[],
): ToolkitAuthScheme[] =>
  schemes.flatMap((scheme) => {
    if (scheme.mode === "API_KEY") return [toKeyScheme(toolkitName, scheme)];
    return "discovery_url" in scheme ? [toOAuthScheme(toolkitName, scheme, serverUrl)] : [];
  });
