/** The operations of a toolkit's descriptions, found by the request of a tool, or by a request on the wire. */
import { listOperations, OperationIndex, type ListedOperation } from "@/lib/catalog/compile/sources/operation-index";
import type { OpenApiDocument } from "@/lib/catalog/compile/sources/openapi-document";
import type { CompiledTool } from "@/lib/catalog/compiled-toolkit";

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const countPlaces = (path: string): number => path.split("{}").length;

type Pattern = { pattern: RegExp; places: number; operation: ListedOperation };

export class DescribedOperations {
  private readonly operations: ListedOperation[];
  private readonly index: OperationIndex;
  private patterns: Pattern[] | undefined;

  constructor(documents: readonly OpenApiDocument[]) {
    this.operations = documents.flatMap(listOperations);
    this.index = new OperationIndex(this.operations);
  }

  /** The operation behind a tool of one request. */
  ofTool({ name, run: { request } }: CompiledTool): ListedOperation | undefined {
    return request && this.index.find(request, name);
  }

  /** The operation that a request on the wire reaches: that with the fewest places in its path. */
  ofRequest({ method, path }: { method: string; path: string }): ListedOperation | undefined {
    this.patterns ??= this.operations.flatMap((operation) =>
      operation.paths.map((template) => ({
        pattern: new RegExp(`^${template.split("{}").map(escaped).join("[^/]+?")}/?$`),
        places: countPlaces(template),
        operation,
      })),
    );
    const fitting = this.patterns.filter(
      ({ pattern, operation }) => operation.method === method.toLowerCase() && pattern.test(path),
    );
    return fitting.sort((a, b) => a.places - b.places)[0]?.operation;
  }
}
