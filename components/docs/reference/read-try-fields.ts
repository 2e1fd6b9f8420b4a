/** The fields of a form that tries an operation, as the input of a call. */

/** `body` is absent for an operation without one. */
export type TryFields = { params: Record<string, string>; query: Record<string, string>; body: string | undefined };
type CallInput = { params: Record<string, string>; query: Record<string, string>; body?: unknown };

/** Fields that were left empty are not sent. */
export function readTryFields({ params, query, body }: TryFields): { value: CallInput } | { problem: string } {
  const search = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
  if (body === undefined || body.trim() === "") return { value: { params, query: search } };
  try {
    return { value: { params, query: search, body: JSON.parse(body) as unknown } };
  } catch (error) {
    return { problem: `The body isn’t JSON: ${(error as Error).message}.` };
  }
}
