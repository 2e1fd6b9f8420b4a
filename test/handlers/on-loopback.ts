/** Runs composite handlers against a server on the loopback address, with requests and refusals as in the executor. */
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import type { HandlerFile, HandlerRequest, HandlerTools, ToolHandlers } from "@/lib/catalog/tool-handler";
import { fromHandler, toHandlerResponse } from "@/lib/execution/run-handler";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

type Place = {
  baseUrl: string;
  /** Sent with each request, such as the credentials. */
  headers?: Record<string, string>;
  /** The connection's values. */
  values?: Record<string, string>;
  /** Hosts of the toolkit besides that of `baseUrl`. */
  hosts?: string[];
};

type Options = {
  /** Files of arguments, by the key that a test gives in place of an upload. */
  files?: Record<string, HandlerFile>;
  /** Awaited before each request, for what somebody else does in between. */
  before?: (request: HandlerRequest) => Promise<void>;
};

/**
 * A function that runs a handler by its name.
 * @throws Error with the words of a failure that ends the handler
 */
export const runnerOn =
  (handlers: ToolHandlers, place: () => Place, { files = {}, before }: Options = {}) =>
  async (name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const { baseUrl, headers = {}, values = {}, hosts = [] } = place();
    const toolkit = { slug: "loopback", name: "The provider", baseUrl, meta: { hosts, headers: {} } };
    const access = { projectId: "p", values, parameters: [], secrets: [] };
    const tools: HandlerTools = {
      ...HANDLER_FACTS,
      values,
      call: async (request) => {
        await before?.(request);
        const http = fromHandler(request, args, { toolkit: toolkit as unknown as CatalogToolkit, access });
        const response = await fetch(http.url, {
          method: http.method,
          headers: { ...http.headers, ...headers },
          ...(http.body !== undefined && { body: http.body as BodyInit }),
        });
        const bytes = Buffer.from(await response.arrayBuffer());
        const answer = { status: response.status, headers: Object.fromEntries(response.headers), body: bytes };
        return toHandlerResponse(toolkit as unknown as CatalogToolkit, answer, [], request.binary === true);
      },
      readFile: (file) => {
        const content = files[String(file)];
        return content ? Promise.resolve(content) : Promise.reject(new Error(`no file ${String(file)}`));
      },
      fail: (message) => {
        throw new Error(message);
      },
    };
    const handler = handlers[name];
    if (!handler) throw new Error(`there is no handler ${name}`);
    return handler(args as Record<string, never>, tools);
  };
