/** What an MCP endpoint knows of a client that it admitted. */
import type { WithinSession } from "@/lib/access/authorize";
import type { ProjectCaller } from "@/lib/access/caller";
import type { McpSurface } from "@/lib/mcp-protocol/surface";
import type { RequestLike } from "../api-door/node-request";

export type EndpointAccess = {
  caller: ProjectCaller;
  surface: McpSurface;
  /** The session that the access key of a session must belong to; without it, no such key may call. */
  within?: WithinSession;
  /** Each tool is an operation of the API, which checks its own permission. Other endpoints execute tools. */
  offersOperations?: true;
};

/**
 * Finds who calls, and what they are offered.
 * @param key of the request: `x-api-key` or a bearer token
 * @throws ApiError, which becomes a JSON-RPC error with its HTTP status and headers
 */
export type Open = (request: RequestLike, key: string | undefined) => Promise<EndpointAccess>;

/** A client that was let in. */
export type Admitted = EndpointAccess & {
  request: RequestLike;
  requestId: string;
  /** Headers that every answer gets. */
  headers: Record<string, string>;
  /** Equal for all requests of one caller to one endpoint, for one user and one set of accounts. */
  holder: string;
  /** Equal for all requests of one holder by one program at one place. */
  client: string;
};
