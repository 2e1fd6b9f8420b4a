/** The operations that the API reference shows, by subject. */
import type { Operation } from "@/lib/contract/operation";

export type ReferenceEntry = Pick<Operation, "id" | "method" | "path" | "summary" | "tag">;
export type ReferenceGroup = { tag: string; operations: ReferenceEntry[] };

/** Operations from before version 3 have a guide of their own; they are for programs that cannot change. */
const isListed = ({ successor }: Operation): boolean => successor === undefined;

/** Subjects in alphabetical order; operations in the order of their contracts. */
export function listReference(operations: readonly Operation[]): ReferenceGroup[] {
  const groups = new Map<string, ReferenceEntry[]>();
  for (const operation of operations.filter(isListed)) {
    const { id, method, path, summary, tag } = operation;
    const entries = groups.get(tag) ?? [];
    entries.push({ id, method, path, summary, tag });
    groups.set(tag, entries);
  }
  return [...groups]
    .map(([tag, entries]) => ({ tag, operations: entries }))
    .sort((left, right) => left.tag.localeCompare(right.tag, "en"));
}

/** The listed operation with this id. */
export const findOperation = (operations: readonly Operation[], id: string): Operation | undefined =>
  operations.find((operation) => operation.id === id && isListed(operation));
