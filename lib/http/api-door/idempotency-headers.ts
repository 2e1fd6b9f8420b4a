/** The header Idempotency-Key of a request, and the header that marks a replayed answer. */
import type { RequestFacts } from "./define-route";

export type IdempotencyFacts = { idempotencyKey?: string; onReplay?: () => void };

/** @param answer the headers of the answer, which get `idempotency-replayed: true` */
export function idempotencyFacts(headers: RequestFacts["headers"], answer: RequestFacts["answer"]): IdempotencyFacts {
  const idempotencyKey = headers.get("idempotency-key");
  if (idempotencyKey === null) return {};
  return { idempotencyKey, onReplay: () => answer.set("idempotency-replayed", "true") };
}
