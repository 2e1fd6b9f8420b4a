/** Resolves what `patchbay mcp` is given to the address of an MCP server or a session, and the key for it. */
import { UsageError, type Context } from "../command";
import type { SERVER_OPTIONS } from "../server/options";
import { explainMissingKey, findTarget, requireTarget, toKey, toServerUrl } from "../server/target";
import { toSegment } from "../server/to-segment";

export type McpAddress = { url: URL; headers: Record<string, string> };
type Request = Pick<Context<typeof SERVER_OPTIONS>, "values" | "env" | "root" | "err">;

const toHeaders = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { "x-api-key": toKey(key) };

async function readAddress(url: URL, request: Request): Promise<McpAddress> {
  const { values, env, err } = request;
  if (url.username || url.password) throw new UsageError("The URL of an MCP server can't contain a user or password.");
  const origin = toServerUrl(`${url.protocol}//${url.host}`);
  // A signed address needs no key, and the server would refuse a key of another project.
  const key = url.searchParams.has("signature")
    ? values.key
    : (await findTarget({ ...request, values: { ...values, url: origin } })).key;
  // Addresses of older projects can be open, so the request is made.
  if (key === undefined && env.PATCHBAY_API_KEY && !url.searchParams.has("signature"))
    err(explainMissingKey(origin, env));
  return { url, headers: toHeaders(key) };
}

/**
 * @param text an address; or the ID of an MCP server or a session (`trs_...`) of the server that the options name
 * @param user whose accounts an MCP server uses
 * @throws {UsageError} for an MCP server without a user
 */
export async function toMcpAddress(text: string, user: string | undefined, request: Request): Promise<McpAddress> {
  if (URL.canParse(text)) return readAddress(new URL(text), request);
  const { url, key } = await requireTarget(request);
  const id = toSegment(text);
  if (text.startsWith("trs_")) return { url: new URL(`${url}/tool_router/${id}/mcp`), headers: toHeaders(key) };
  if (user === undefined) throw new UsageError("Name the user whose accounts the MCP server uses: --user ID");
  return { url: new URL(`${url}/v3/mcp/${id}?user_id=${encodeURIComponent(user)}`), headers: toHeaders(key) };
}
