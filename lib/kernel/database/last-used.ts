/** Records when rows were last used: at most one write per minute and row, never while a request waits. */
import { now } from "../time/clock";
import { rowsOf, type Statement } from "./statement";
import { onStop } from "../process/lifecycle";
import { background, log } from "../process/log";
import { processMemory } from "../process-memory";

const EVERY_MS = 60_000;
const FLUSH_AFTER_MS = 1_000;
/**
 * With more rows than this in a minute, the memory of recent writes is cleared; the statement's condition still limits
 * them.
 */
const MAX_ROWS = 50_000;

export type LastUsed = {
  /** Records that the row is being used; `findDetail` is only called for a use that will be written. */
  record: (id: string, findDetail?: () => string | undefined) => void;
  /** Writes pending times now. A failure is only logged, because a time of last use is not worth a failed request. */
  flush: () => Promise<void>;
};

type State = {
  writes: Map<string, number>;
  /** Ids with the detail of the use. */
  pending: Map<string, string | null>;
  timer: NodeJS.Timeout | undefined;
  registered: boolean;
};

/**
 * @param name of the rows, for the log: "api keys"
 * @param write writes the time `$2` to the rows `$1` (ids, text[]) that have none of the last minute
 * @param withDetails whether `write` also takes the detail of each use, in the order of the rows, as `$3` (text[])
 */
export function lastUsed(name: string, write: Statement, { withDetails = false } = {}): LastUsed {
  const state = processMemory(
    `last-used ${name}`,
    (): State => ({ writes: new Map(), pending: new Map(), timer: undefined, registered: false }),
  );
  const flush = async (): Promise<void> => {
    clearTimeout(state.timer);
    state.timer = undefined;
    if (state.pending.size === 0) return;
    const ids = [...state.pending.keys()];
    const details = withDetails ? [[...state.pending.values()]] : [];
    state.pending.clear();
    try {
      await rowsOf(write, [ids, now(), ...details]);
    } catch (error) {
      log.warn(background("last use"), `the last use of ${name} was not written`, { error });
    }
  };
  const record: LastUsed["record"] = (id, findDetail) => {
    const time = now().getTime();
    const last = state.writes.get(id);
    if (last !== undefined && time - last < EVERY_MS) return;
    if (state.writes.size >= MAX_ROWS) state.writes.clear();
    state.writes.set(id, time);
    state.pending.set(id, findDetail?.() ?? null);
    if (!state.registered) {
      state.registered = true;
      onStop(`last use of ${name}`, flush);
    }
    state.timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
  };
  return { record, flush };
}
