/** The API reference for agents and other programs. */
import type { Operation } from "@/lib/contract/operation";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import { publicAddress } from "../read-guide";
import { findOperation } from "./list-reference";
import { readRecordedAnswer } from "./read-recorded-answer";
import { toCollection } from "./to-collection";
import { toMarkdown } from "./to-markdown";
import { toOperationPage } from "./to-operation-page";

/** Made once, because everybody can ask for it and operations do not change while a process runs. */
export const readCollection = (operations: readonly Operation[]): string =>
  processMemory("guides.collection", () => JSON.stringify(toCollection(operations, publicAddress())));

/**
 * The page of an operation as Markdown.
 * @param file its id, and `.md`
 * @throws ApiError NotFound
 */
export async function readOperation(operations: readonly Operation[], file: string): Promise<string> {
  const operation = findOperation(operations, file.replace(/\.md$/, ""));
  if (operation) return toMarkdown(toOperationPage(operation, publicAddress(), await readRecordedAnswer(operation.id)));
  throw new ApiError("NotFound", `There is no operation ${file.slice(0, 60)}.`, {
    suggestedFix: "See /docs/api for all operations; the names of their pages end in .md here.",
  });
}
