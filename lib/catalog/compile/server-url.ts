/** The base URL of an operation, out of the servers of a description. */
import type { OpenApiDocument, SourceOperation, SourcePath } from "./openapi-document";

export type Server = { baseUrl: string; variables?: Record<string, string> };

/**
 * The server nearest to the operation: its own, its path's, `override`, the document's. HTTPS is preferred. Variables
 * stay in the URL with their defaults beside it.
 * @throws Error when there is none, or a relative one that nothing completes
 */
export function serverOf(document: OpenApiDocument, item: SourcePath, operation: SourceOperation, override: string | undefined): Server {
  const own = operation.servers?.length ? operation.servers : item.servers?.length ? item.servers : undefined;
  const servers = own ?? (override ? [{ url: override }] : (document.servers ?? []));
  const server = servers.find((one) => one.url.startsWith("https:")) ?? servers[0];
  if (!server) throw new Error("no server: give the source a baseUrl");
  const url = /^https?:|^\{/.test(server.url) ? server.url : override ? new URL(server.url, override).href : undefined;
  if (!url) throw new Error(`the server ${JSON.stringify(server.url)} is relative: give the source a baseUrl`);
  const declared = "variables" in server && server.variables ? server.variables : {};
  const variables = Object.fromEntries([...url.matchAll(/\{([^}]+)\}/g)].flatMap(([, name]) => (name && declared[name]?.default !== undefined ? [[name, declared[name].default]] : [])));
  return { baseUrl: url.replace(/\/+$/, ""), ...(Object.keys(variables).length > 0 ? { variables } : {}) };
}
