/** Texts and links for MCP servers. Pure. */
import type { ResultOf } from "@/lib/contract/client";
import type { mcpAddressesApi } from "@/generated/addresses/mcp/addresses";
import type { mcpApi } from "@/generated/addresses/mcp";
import type { listedMcpServersApi } from "@/generated/addresses/mcp/servers/listed-servers";
import type { mcpToolsApi } from "@/generated/addresses/mcp/tools";

export type ServerRow = ResultOf<typeof listedMcpServersApi.listMcpServersWithUse>["items"][number];
export type Server = ResultOf<typeof mcpApi.getMcpServer>;
export type AddressRow = ResultOf<typeof mcpAddressesApi.listMcpAddresses>["items"][number];
export type ToolRow = ResultOf<typeof mcpToolsApi.listMcpTools>["items"][number];

/** The users of a URL: a user, or accounts. */
export type Audience = { user: string } | { accounts: readonly string[] };

export const serverHref = (id: string): string => `/mcp/${encodeURIComponent(id)}`;

export const audienceOf = ({ user_id: user, connected_account_ids: accounts }: AddressRow): Audience =>
  user === null ? { accounts } : { user };

export const audienceWords = (audience: Audience): string =>
  "user" in audience ? audience.user : audience.accounts.join(", ");

/** The body of `end` and similar operations. */
export const toAudienceBody = (audience: Audience) =>
  "user" in audience ? { user_id: audience.user } : { connected_account_ids: [...audience.accounts] };

/** The body of `generate`: several accounts of a URL are joined into one text. */
export const toGenerateBody = (id: string, audience: Audience) => ({
  mcp_server_id: id,
  ...("user" in audience ? { user_ids: [audience.user] } : { connected_account_ids: [audience.accounts.join(",")] }),
});
