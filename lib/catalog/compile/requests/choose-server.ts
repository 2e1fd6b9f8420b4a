/** The base URL of an operation, out of the servers of a description. */
import type { OpenApiDocument, SourceOperation, SourcePath, SourceServer } from "../sources/openapi-document";

export type Server = { baseUrl: string; variables?: Record<string, string> };

/**
 * Hosts that are not public servers (RFC 6762 `.local`, RFC 2606 `example.*`): descriptions use them as placeholders
 * for the customer's host.
 */
const PLACEHOLDER = /^https?:\/\/(([^/:]*\.)?(local|localhost)|(www\.)?example\.(com|org|net))(?=[:/]|$)/;

const realServers = (servers: SourceServer[] | undefined): SourceServer[] | undefined => {
  const real = servers?.filter((server) => !PLACEHOLDER.test(server.url));
  return real?.length ? real : undefined;
};

/**
 * The server nearest to the operation: the operation's server, its path's, `override`, the document's. HTTPS is
 * preferred. The URL keeps its variables; their defaults are returned with it.
 * @throws Error if there is no server, or only a relative URL without a base
 */
export function chooseServer(
  document: OpenApiDocument,
  item: SourcePath,
  operation: SourceOperation,
  override: string | undefined,
): Server {
  const operationServers = realServers(operation.servers) ?? realServers(item.servers);
  const servers = operationServers ?? (override ? [{ url: override }] : (document.servers ?? []));
  const server = servers.find((candidate) => candidate.url.startsWith("https:")) ?? servers[0];
  if (!server) throw new Error("no server: give the source a baseUrl");
  const url = /^https?:|^\{/.test(server.url) ? server.url : override ? new URL(server.url, override).href : undefined;
  if (!url) throw new Error(`the server ${JSON.stringify(server.url)} is relative: give the source a baseUrl`);
  const serverVariables = "variables" in server && server.variables ? server.variables : {};
  const variables = Object.fromEntries(
    [...url.matchAll(/\{([^}]+)\}/g)].flatMap(([, name]) =>
      name && serverVariables[name]?.default !== undefined ? [[name, serverVariables[name].default]] : [],
    ),
  );
  return { baseUrl: url.replace(/\/+$/, ""), ...(Object.keys(variables).length > 0 ? { variables } : {}) };
}
