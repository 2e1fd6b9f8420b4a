/** OpenAPI documents as answers: operations do not change while a process runs. */
import { createHash } from "node:crypto";
import { openApiDocument } from "@/lib/contract/openapi";
import type { Operation } from "@/lib/contract/operation";
import { env } from "@/lib/kernel/process/env";
import { processMemory } from "@/lib/kernel/process-memory";
import { VERSION } from "@/lib/kernel/process/version";
import { JsonText } from "./json-text";
import type { AnswerHeaders } from "./to-response";

/** @param name of the document, by which its text is remembered */
export function openApiText(name: string, operations: readonly Operation[], answer: AnswerHeaders): JsonText {
  const { text, etag } = processMemory(name, () => {
    const json = JSON.stringify(openApiDocument(operations, { version: VERSION, serverUrl: env().publicUrl }));
    return { text: json, etag: `"${createHash("sha256").update(json).digest("base64url").slice(0, 27)}"` };
  });
  answer.set("etag", etag);
  answer.set("cache-control", "no-cache");
  return new JsonText(() => text);
}
