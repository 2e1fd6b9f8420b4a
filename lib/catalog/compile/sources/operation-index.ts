/** The operations of a description, found by the method and the path of a request. */
import type { ToolRequest } from "../../tool-request";
import { operationWords } from "../descriptions/operation-words";
import { METHODS, dereference, type Method, type OpenApiDocument, type SourceOperation } from "./openapi-document";

/** `paths` have `{}` for each place, with and without the path of a server. `name` is that of its tool. */
export type ListedOperation = {
  key: string;
  method: Method;
  name: string;
  paths: string[];
  document: OpenApiDocument;
  operation: SourceOperation;
};

/** The path of a request without its query, with `{}` for each place. */
const plainPath = (path: string): string =>
  path
    .replace(/[?#].*$/, "")
    .replace(/\/:[A-Za-z_]\w*(?=\/|$)/g, "/{}")
    .replace(/\{[^{}]*\}/g, "{}")
    .replace(/(?<=.)\/$/, "");

/** The path of a server's address, without its host. */
const pathOf = (address: string): string => address.replace(/^(?:https?:\/\/|\{[^{}]*\})[^/]*/, "").replace(/\/$/, "");

/** Every operation of a document, in its order. */
export function listOperations(document: OpenApiDocument): ListedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, pathItem]) => {
    const item = dereference(document, pathItem);
    return METHODS.flatMap((method) => {
      const operation = item?.[method];
      if (!operation) return [];
      const servers = operation.servers ?? item?.servers ?? document.servers ?? [];
      const prefixes = ["", ...servers.map(({ url }) => pathOf(url))];
      const paths = [...new Set(prefixes.map((prefix) => plainPath(`${prefix}${path}`)))];
      const { name } = operationWords(path, method, operation, 100);
      return [{ key: `${method.toUpperCase()} ${path}`, method, name, paths, document, operation }];
    });
  });
}

export class OperationIndex {
  private readonly byPath = new Map<string, ListedOperation[]>();

  constructor(operations: readonly ListedOperation[]) {
    for (const operation of operations)
      for (const path of operation.paths) {
        const key = `${operation.method} ${path}`;
        this.byPath.set(key, [...(this.byPath.get(key) ?? []), operation]);
      }
  }

  /** The operation behind a request; of several at one path, that with the name of the tool. */
  find({ method, baseUrl, path }: ToolRequest, name: string): ListedOperation | undefined {
    for (const place of [path, `${pathOf(baseUrl)}${path}`]) {
      const operations = this.byPath.get(`${method.toLowerCase()} ${plainPath(place)}`);
      if (operations) return operations.find((operation) => operation.name === name) ?? operations[0];
    }
    return undefined;
  }
}
