/**
 * Operations of the workbench in a copy of the app with several processes: the first process has all sandboxes, and the
 * others send it their calls.
 */
import { askSibling } from "@/lib/kernel/siblings/ask-sibling";
import type { Operation } from "@/lib/kernel/siblings/serve-siblings";
import { env } from "@/lib/kernel/process/env";
import { isFirstProcess } from "@/lib/kernel/process/process-place";
import { processMemory } from "@/lib/kernel/process-memory";

const OWNER = 1;

/** Whether the sandboxes are in another process. At a gateway they are in none. */
export const isElsewhere = (): boolean => !isFirstProcess() && env().workbench.gateway === undefined;

/** `isChecked`: its first two arguments are a project and a session of it. */
export type Declaration = { operation: Operation; isChecked: boolean };

/** The declared operations by name. */
export const declaredOperations = processMemory("workbench.operations", () => new Map<string, Declaration>());

/** Calls an operation at the process that has the sandboxes. */
export const askOwner = <Answer>(
  name: string,
  input: readonly unknown[],
  options?: Parameters<typeof askSibling>[3],
): Promise<Answer> => askSibling<Answer>(OWNER, `workbench.${name}`, input, options);

const toOperation =
  <Args extends unknown[]>(work: (...args: Args) => Promise<unknown>): Operation =>
  (input) =>
    // The same program has made them, from arguments of these types.
    work(...(input as Args));

/**
 * Makes the function that does the work where the sandboxes are.
 * @param name the operation's, unique
 */
export function forward<Args extends unknown[], Answer>(
  name: string,
  work: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  declaredOperations.set(name, { operation: toOperation(work), isChecked: false });
  return (...args) => (isElsewhere() ? askOwner<Answer>(name, args) : work(...args));
}

/** As `forward`, for work in a session, which both processes know to be the project's. */
export function forwardInSession<Args extends unknown[], Answer>(
  name: string,
  work: (projectId: string, sessionId: string, ...args: Args) => Promise<Answer>,
): (projectId: string, sessionId: string, ...args: Args) => Promise<Answer> {
  const forwarded = forward(name, work);
  declaredOperations.set(name, { operation: toOperation(work), isChecked: true });
  return forwarded;
}
