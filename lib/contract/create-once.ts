/**
 * Calls of the dashboard that create something. A press that repeats an earlier press gets its answer: the second click
 * of a double click, a second Enter, and a press again after an answer was lost.
 */
import { ClientError } from "./client-error";

/** Longer than any double click. A person who wants a second object has seen the first one by then. */
const SAME_PRESS_MS = 1000;
/** Presses whose answer was lost and that nobody repeated. */
const MAX_PRESSES = 50;

type Press = {
  idempotencyKey: string;
  /** The page on which it was pressed. */
  path: string;
  /** Undefined after the answer was lost. */
  answer?: () => Promise<unknown>;
  /** When the answer came, in milliseconds of the page. */
  answeredAt?: number;
};

const presses = new Map<string, Press>();
let openings = 0;

/** Reports that a page is opening on which the new object is shown; the returned function reports its end. */
export function holdPresses(): () => void {
  openings++;
  return () => void openings--;
}

/** Reports that a form was closed: whoever opens it again wants another object. Lost answers stay remembered. */
export function forgetAnswered(): void {
  for (const [identity, { answeredAt }] of presses) if (answeredAt !== undefined) presses.delete(identity);
}

/** Reports a deletion: an earlier answer can name an object that is no longer there. */
export const forgetPresses = (): void => presses.clear();

/** `crypto.randomUUID` is missing on pages without HTTPS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const pathNow = (): string => (typeof window === "undefined" ? "" : window.location.pathname);

/** Whether the object of an answered press is not yet in sight. */
const isSamePress = ({ path, answeredAt }: Press): boolean =>
  answeredAt === undefined || (path === pathNow() && (openings > 0 || performance.now() - answeredAt < SAME_PRESS_MS));

function findPress(identity: string): Press {
  for (const [other, press] of presses) if (!isSamePress(press)) presses.delete(other);
  const press = presses.get(identity) ?? { idempotencyKey: newKey(), path: pathNow() };
  presses.delete(identity);
  presses.set(identity, press);
  const [oldest] = presses.keys();
  if (presses.size > MAX_PRESSES && oldest !== undefined) presses.delete(oldest);
  return press;
}

/** Whether the server has perhaps done the work of a call that failed here. */
function isLost(error: unknown): boolean {
  if (!(error instanceof ClientError)) return true;
  return error.status === 0 || error.status >= 500 || error.detail.slug === "IdempotencyKeyInUse";
}

/**
 * @param identity equal for presses that ask for the same thing
 * @param send makes the call under a key by which the server knows a repetition
 */
export function createOnce<T>(identity: string, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const press = findPress(identity);
  if (press.answer) return press.answer() as Promise<T>;
  const response = send(press.idempotencyKey).then(
    (answer) => {
      press.answeredAt = performance.now();
      return answer;
    },
    (error: unknown) => {
      if (isLost(error)) delete press.answer;
      else presses.delete(identity);
      throw error;
    },
  );
  press.answer = () => response;
  return response;
}
