/** The header Idempotency-Key of a request, and the word in the answer that it repeats an earlier one. */
import type { RequestFacts } from "./define-route";

export type IdempotencyFacts = { idempotencyKey?: string; onReplay?: () => void };

/** @param answer the headers of the answer, which get `idempotency-replayed: true` */
export function idempotencyFacts(headers: RequestFacts["headers"], answer: RequestFacts["answer"]): IdempotencyFacts {
  const idempotencyKey = headers.get("idempotency-key");
  if (idempotencyKey === null) return {};
  return { idempotencyKey, onReplay: () => answer.set("idempotency-replayed", "true") };
}
