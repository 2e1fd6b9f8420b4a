/** The operations that a person can still call although a rule of their organization holds them. */
import type { AuthKind, Operation } from "@/lib/contract/operation";
import { operations } from "@/lib/api";
import { ask } from "./tenants";

/** Those of some kinds of callers. */
export const operationsOf = (kinds: readonly AuthKind[]): Operation[] =>
  operations.filter(({ auth }) => kinds.includes(auth));

/**
 * Calls each without a project, and as a caller who names one.
 * @param refusal words of the answer of an operation that is closed
 * @returns IDs
 */
export async function findOpenOperations(
  called: readonly Operation[],
  { cookie, project, refusal }: { cookie: string; project: string; refusal: string },
): Promise<string[]> {
  const open = new Set<string>();
  for (const { id, method, path } of called)
    for (const named of [{}, { "x-project-id": project }] as Record<string, string>[]) {
      const hasBody = !["GET", "DELETE"].includes(method);
      const answer = await ask(
        { cookie, ...named },
        method,
        path.replaceAll(/\{\w+\}/g, "x"),
        hasBody ? {} : undefined,
      );
      if (!(await answer.text()).includes(refusal)) open.add(id);
    }
  return [...open].sort();
}
