/** The end of the process after an uncaught error. */
import { background, log } from "./log";

/** EX_SOFTWARE of sysexits.h; after it, the start command starts the server again. */
export const CRASHED = 70;
/** Longer than the time that running requests get to end. */
const STOP_MS = 30_000;

/**
 * Logs a promise that failed while nobody waited for it, and lets the process go on: no work was broken off, because
 * whoever waits for a promise handles its failure.
 */
export function surviveRejections(): void {
  process.on("unhandledRejection", (error) =>
    log.error(background("process"), "a promise failed and nobody waited for it", { error }),
  );
}

/**
 * Ends the process after an uncaught exception, which can leave work half done: logs it, lets running requests end, and
 * exits with CRASHED.
 * @param stop ends the process's work in order; it has 30 seconds
 */
export function endAfterException(stop: () => Promise<void>): void {
  let ending = false;
  process.on("uncaughtException", (error) => {
    log.error(background("process"), "the server crashed", { error });
    if (ending) return;
    ending = true;
    const end = () => process.exit(CRASHED);
    setTimeout(end, STOP_MS);
    stop().then(end, end);
  });
}
