/** The repetition of a request: the header Idempotency-Key, and the count of its tries by official clients. */
import type { RequestFacts } from "./define-route";

export type IdempotencyFacts = { idempotencyKey?: string; onReplay?: () => void; isRetry?: boolean };

/** @param answer the headers of the answer, which get `idempotency-replayed: true` */
export function idempotencyFacts(headers: RequestFacts["headers"], answer: RequestFacts["answer"]): IdempotencyFacts {
  const idempotencyKey = headers.get("idempotency-key");
  const isRetry = Number(headers.get("x-stainless-retry-count") ?? 0) > 0;
  if (idempotencyKey === null) return isRetry ? { isRetry } : {};
  return { idempotencyKey, onReplay: () => answer.set("idempotency-replayed", "true") };
}
