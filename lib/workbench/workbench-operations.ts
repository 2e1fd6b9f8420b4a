/** The operations of the workbench that other processes of this copy of the app can call. */
import { ApiError } from "@/lib/kernel/errors";
import type { Operation } from "@/lib/kernel/siblings/serve-siblings";
import { declaredOperations, type Declaration } from "./forward/forward";
import type { FindSessions } from "./sessions/sweep-sessions";

/** @throws ApiError NotFound unless the session exists in the project */
async function requireSession(find: FindSessions, input: unknown): Promise<void> {
  const [projectId, sessionId] = Array.isArray(input) ? (input as unknown[]) : [];
  if (typeof projectId !== "string" || typeof sessionId !== "string") throw new Error("A session has no id.");
  if ((await find(projectId, [sessionId])).has(sessionId)) return;
  throw new ApiError("NotFound", "There is no such session.", { suggestedFix: "Create a new session." });
}

const check =
  ({ operation, isChecked }: Declaration, find: FindSessions): Operation =>
  async (input, caller) => {
    if (isChecked) await requireSession(find, input);
    return operation(input, caller);
  };

/** @param find which sessions of a project exist: a caller's word is not enough */
export const workbenchOperations = (find: FindSessions): [name: string, operation: Operation][] =>
  [...declaredOperations].map(([name, declaration]) => [`workbench.${name}`, check(declaration, find)]);
