/** What happens with errors that nothing caught. */
import { background, log } from "./log";

/** EX_SOFTWARE of sysexits.h: the start command starts the server again. */
export const CRASHED = 70;
/** Longer than running requests get to end. */
const STOP_MS = 30_000;

/**
 * A promise that failed while nobody waited for it is written down, and the process goes on: nothing was left in the
 * middle, as what waits for a result has a way for its failure.
 */
export function surviveRejections(): void {
  process.on("unhandledRejection", (error) =>
    log.error(background("process"), "a promise failed and nobody waited for it", { error }),
  );
}

/**
 * An exception that left its call stack may have left anything half done: the process writes it down, lets running
 * requests end, and ends with a code that says so.
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
