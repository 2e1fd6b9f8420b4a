/** A loopback server that checks requests against descriptions: it accepts a request or returns its problems. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { METHODS, dereference, type OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";
import { requestProblems, type Operation, type Received, type Source } from "./check-request";
import { SourceCheck } from "./source-check";

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function toOperation(
  method: string,
  path: string,
  item: Operation["item"],
  operation: Operation["operation"],
): Operation {
  const names: string[] = [];
  const plain = path.replace(/[?#].*$/, "");
  const pattern = plain
    .split(/(\{[^{}]+\})/)
    .map((part) => {
      if (!part.startsWith("{")) return escaped(part);
      names.push(part.slice(1, -1));
      return "([^/]+?)";
    })
    .join("");
  return { key: `${method.toUpperCase()} ${path}`, path, item, operation, names, pattern: new RegExp(`^${pattern}$`) };
}

/** Some descriptions write the placeholders of a path as `/:id`; the catalog reads them as `/{id}`. */
const withPlaces = (path: string): string => path.replace(/(?<=\/):([A-Za-z_]\w*)(?=\/|$)/g, "{$1}");

function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([template, pathItem]) => {
    const path = withPlaces(template);
    const item = dereference(document, pathItem);
    return METHODS.flatMap((method) => (item?.[method] ? [toOperation(method, path, item, item[method])] : []));
  });
}

/**
 * The part of a key that a request shows: some descriptions separate operations of one path by a query or a fragment.
 */
export const keyOnWire = (key: string): string => key.replace(/[?#].*$/, "");

/** A path without parameters has priority over a path with parameters, as the specification requires. */
const concreteness = ({ path }: Operation): number =>
  path
    .replace(/[?#].*$/, "")
    .split("/")
    .filter((part) => part !== "" && !part.includes("{")).length;

/** Checks requests against one description and returns their problems; none if it accepts a request. */
export class MockDescription {
  private readonly source: Source;
  private readonly operations: Operation[];

  /**
   * @param names parameters that no caller fills in, as "query:token" or "header:x-version"
   * @param optional members that are optional according to the toolkit file
   * @throws Error if the description cannot be read
   */
  constructor(document: OpenApiDocument, names: Iterable<string>, optional: Iterable<string> = []) {
    this.source = {
      document,
      check: new SourceCheck(document, new Set(optional)),
      given: new Set([...names, ...credentialsOf(document), ...KEYS]),
    };
    this.operations = operationsOf(document);
  }

  problems(request: Received): string[] {
    const matches = this.operations.filter(
      (operation) => operation.key.startsWith(`${request.method} `) && operation.pattern.test(request.path),
    );
    const best = Math.max(...matches.map(concreteness));
    const routed = matches.filter((operation) => concreteness(operation) === best);
    const expected = decodeURIComponent(request.headers["x-expected-operation"] ?? "");
    const variants = routed.filter((operation) => keyOnWire(operation.key) === expected);
    if (variants.length === 0)
      return [`path: ${request.path} leads to ${routed[0]?.key ?? "no operation"} instead of ${expected}`];
    const problems = variants.map((variant) => requestProblems(this.source, variant, request));
    return problems.find((problemList) => problemList.length === 0) ?? problems[0] ?? [];
  }
}

async function receive(message: IncomingMessage, prefix: string): Promise<Received> {
  const [path = "", query = ""] = (message.url ?? "").slice(prefix.length).split(/\?(.*)/s);
  const headers = Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)]));
  return { method: message.method ?? "", path, query, headers, body: await buffer(message) };
}

/** Credentials that descriptions list among the parameters without naming them in their security schemes. */
const KEYS = [
  "header:api-key",
  "header:x-api-key",
  "header:apikey",
  "query:access_token",
  "query:api_key",
  "query:apikey",
  "query:oauth_token",
];

/** Keys of the account. They are sent with each request, and some descriptions list them as parameters. */
function credentialsOf(document: OpenApiDocument): string[] {
  const schemes = Object.values(document.components?.securitySchemes ?? {}).map((scheme) =>
    dereference(document, scheme),
  );
  return schemes.flatMap((scheme) =>
    scheme?.type === "apiKey"
      ? [`${scheme.in}:${scheme.in === "header" ? scheme.name?.toLowerCase() : scheme.name}`]
      : [],
  );
}

export type MockServer = { url: (description: string) => string; stop: () => Promise<void> };

/** Serves each description under its own name: `http://127.0.0.1:1234/github/repos/...`. */
export async function startMock(descriptions: ReadonlyMap<string, MockDescription>): Promise<MockServer> {
  // The server never closes an idle connection, because a busy machine can pause for longer than the usual timeout, and
  // the connection would then close under a request.
  const server = createServer({ keepAliveTimeout: 0 }, (message, response) => {
    const name = decodeURIComponent((message.url ?? "").split(/[/?]/)[1] ?? "");
    const work = async (): Promise<string[]> =>
      descriptions.get(name)?.problems(await receive(message, `/${encodeURIComponent(name)}`)) ?? [
        `no description ${name}`,
      ];
    void work()
      .catch((error: unknown) => [`the validator failed: ${error instanceof Error ? error.message : String(error)}`])
      .then((problems) => {
        response
          .writeHead(problems.length === 0 ? 200 : 422, { "content-type": "application/json" })
          .end(JSON.stringify({ problems }));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (name) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
