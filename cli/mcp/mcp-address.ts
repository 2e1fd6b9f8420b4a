/** Resolves what `patchbay mcp` is given to the address of an MCP server or a session, and the key for it. */
import { Failure, UsageError, type Context } from "../command";
import type { SERVER_OPTIONS } from "../server/options";
import { findTarget, toServerUrl } from "../server/target";

export type McpAddress = { url: URL; headers: Record<string, string> };
type Request = Pick<Context<typeof SERVER_OPTIONS>, "values" | "env" | "root">;

const toHeaders = (key: string | undefined): Record<string, string> => (key === undefined ? {} : { "x-api-key": key });

async function readAddress(text: string, request: Request): Promise<McpAddress> {
  const url = new URL(text);
  const { origin } = new URL(toServerUrl(url.origin));
  // A signed address needs no key, and the server would refuse a key of another project.
  const key = url.searchParams.has("signature")
    ? undefined
    : (await findTarget({ ...request, values: { ...request.values, url: origin } })).key;
  return { url, headers: toHeaders(request.values.key ?? key) };
}

/**
 * @param text an address; or the ID of an MCP server or a session (`trs_...`) of the server that the options name
 * @param user whose accounts an MCP server uses
 * @throws {UsageError} for an MCP server without a user
 */
export async function toMcpAddress(text: string, user: string | undefined, request: Request): Promise<McpAddress> {
  if (URL.canParse(text)) return readAddress(text, request);
  const { url, key } = await findTarget(request);
  if (key === undefined)
    throw new Failure(`There is no API key for ${url}. Set PATCHBAY_API_KEY, or run: patchbay login`);
  const id = encodeURIComponent(text);
  if (text.startsWith("trs_")) return { url: new URL(`${url}/tool_router/${id}/mcp`), headers: toHeaders(key) };
  if (user === undefined) throw new UsageError("Name the user whose accounts the MCP server uses: --user ID");
  return { url: new URL(`${url}/v3/mcp/${id}?user_id=${encodeURIComponent(user)}`), headers: toHeaders(key) };
}
