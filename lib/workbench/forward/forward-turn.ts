/** A turn in a session that is given by the process with the sandboxes, and used by another process. */
import { askOwner, declaredOperations } from "./forward";

/** The message of the process with the sandboxes when the turn has come. */
const TURN = "turn";
const DONE = "done";

/**
 * Does the work when its turn has come.
 * @throws ApiError as `inTurn` does, and Unavailable if the process with the sandboxes ends meanwhile
 */
export function forwardTurn<T>(projectId: string, sessionId: string, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = askOwner("take-turn", [projectId, sessionId], {
      take: (_, reply) => {
        const end = () => reply(DONE);
        const result = work();
        result.then(resolve, reject);
        result.then(end, end);
      },
    });
    // Once the turn has come, its result is there first.
    request.then(() => reject(new Error("The turn has not come.")), reject);
  });
}

/** Declares how turns are given. */
export function takeTurns(
  inTurn: (projectId: string, sessionId: string, work: () => Promise<void>) => Promise<void>,
): void {
  declaredOperations.set("take-turn", {
    isChecked: true,
    operation: (input, caller) => {
      const [projectId, sessionId] = input as [string, string];
      const work = () =>
        new Promise<void>((resolve) => {
          if (caller.signal.aborted) return resolve();
          caller.signal.addEventListener("abort", () => resolve(), { once: true });
          caller.onMessage(() => resolve());
          caller.send(TURN);
        });
      return inTurn(projectId, sessionId, work);
    },
  });
}
