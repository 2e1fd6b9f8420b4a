/**
 * Operations that need a fresh sign-in: the name of their refusal, and the question to the person, after which the same
 * call goes on.
 */

/** The `slug` of the refusal. */
export const NOT_FRESH = "FreshSignInRequired";

/** The `slug` of the refusal to a member who must set up two-step sign-in first. */
export const SECOND_STEP_REQUIRED = "SecondStepRequired";

/** The `slug` of the refusal to a member who must come by single sign-on. */
export const SSO_REQUIRED = "SsoRequired";

let callbacks: ((isProven: boolean) => void)[] = [];
const listeners = new Set<() => void>();

const notify = (): void => {
  for (const listener of listeners) listener();
};

/** Whether a window asks the person now. */
export const asksForProof = (): boolean => callbacks.length > 0;

export function onFreshQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Asks the person after such a refusal; one answer is for all calls that wait for it.
 * @returns whether to call again; false after another refusal, and where no page asks
 */
export async function confirmAgain(slug: string | undefined): Promise<boolean> {
  if (slug !== NOT_FRESH || listeners.size === 0) return false;
  return new Promise((resolve) => {
    callbacks.push(resolve);
    notify();
  });
}

/** Ends the question: with a proof, or because the person closed the window. */
export function answerFreshQuestion(isProven: boolean): void {
  const answer = callbacks;
  callbacks = [];
  notify();
  for (const callback of answer) callback(isProven);
}
