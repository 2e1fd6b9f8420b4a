/** An MCP server as a person describes it, between the form and the API. Pure. */
import type { customToolkitsApi } from "@/generated/addresses/own-toolkits/mcp";
import { required, requiredAddress, type Wrong } from "@/components/parts/forms/use-tried";
import type { ResultOf, SentTo } from "@/lib/contract/client";

export type Probe = ResultOf<typeof customToolkitsApi.probeMcpServer>;
type Body = SentTo<typeof customToolkitsApi.createCustomToolkit>["body"];

/** The place of a user's key in the header. */
export const KEY_PLACE = "{{generic_api_key}}";

export type ServerDraft = {
  name: string;
  signIn: "none" | "key" | "oauth";
  header: string;
  value: string;
  discoveryUrl: string;
  audience: "all" | "one";
  userId: string;
};

/** Words of the form for what the server said about itself. */
export function toServerDraft(url: string, probe: Probe | undefined): ServerDraft {
  const { origin, hostname } = new URL(url);
  const isLocked = probe?.state === "locked";
  return {
    name: probe?.name?.trim() || hostname,
    signIn: !isLocked ? "none" : probe.discovery_url === null ? "key" : "oauth",
    header: "Authorization",
    value: `Bearer ${KEY_PLACE}`,
    discoveryUrl: probe?.discovery_url ?? origin,
    audience: "all",
    userId: "",
  };
}

/** The error at each field; undefined for a valid field. */
export function findServerErrors(draft: ServerDraft): Wrong<"name" | "header" | "value" | "discoveryUrl" | "userId"> {
  const { name, signIn, header, value, discoveryUrl, audience, userId } = draft;
  const isKey = signIn === "key";
  return {
    name: required(name, "Enter a name."),
    header: isKey ? required(header, "Enter a header name.") : undefined,
    value: isKey && !value.includes(KEY_PLACE) ? `Write ${KEY_PLACE} where the key goes.` : undefined,
    discoveryUrl: signIn === "oauth" ? requiredAddress(discoveryUrl, "Enter a URL.") : undefined,
    userId: audience === "one" ? required(userId, "Enter a user ID.") : undefined,
  };
}

type AuthScheme = Body["toolkit_config"]["auth_schemes"][number];

function toAuthScheme({ signIn, header, value, discoveryUrl }: ServerDraft): AuthScheme {
  if (signIn === "none") return { mode: "NO_AUTH" };
  if (signIn === "oauth") return { mode: "DCR_OAUTH", discovery_url: discoveryUrl.trim() };
  return { mode: "API_KEY", headers: { [header.trim()]: value.trim() } };
}

/** For a draft without errors. */
export const toServerBody = (url: string, draft: ServerDraft): Body => ({
  user_id: draft.audience === "all" ? "all" : draft.userId.trim(),
  toolkit_config: { name: draft.name.trim(), mcp_url: url, auth_schemes: [toAuthScheme(draft)] },
});
