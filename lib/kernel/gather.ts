/** Reads that many callers ask for at the same moment, in one statement. */

type Waiting<Key, Value> = { key: Key; resolve: (value: Value | Promise<Value>) => void };

/** Statements of one gatherer on their way at a time: who comes meanwhile shares the next one, and waits for at most two. */
const MOST_RUNNING = 1;
/** A statement that takes longer may hang with its connection: who waits goes on without it. */
const PATIENCE_MS = 100;
const MOST_KEYS = 100;

/**
 * A reader that asks for one key at once when it is quiet, and gathers the keys that come while its statements run. Every
 * read begins after it was asked for, so no caller sees anything older than it would alone.
 * @param one reads one key
 * @param many reads several: a value for each key, in their order; when it fails, each key is read alone, so that a key
 *   that cannot be read fails nobody else
 */
export function gathering<Key, Value>(one: (key: Key) => Promise<Value>, many: (keys: Key[]) => Promise<Value[]>): (key: Key) => Promise<Value> {
  let running = 0;
  const waiting: Waiting<Key, Value>[] = [];
  let patience: NodeJS.Timeout | undefined;

  /** Sends a statement for those who wait, if there are any. */
  const next = () => {
    clearTimeout(patience);
    patience = undefined;
    const batch = waiting.splice(0, MOST_KEYS);
    const [first] = batch;
    if (!first) return;
    running++;
    if (waiting.length > 0) patience = setTimeout(next, PATIENCE_MS);
    if (batch.length === 1) {
      const read = one(first.key);
      first.resolve(read);
      read.then(ended, ended);
      return;
    }
    many(batch.map(({ key }) => key)).then(
      (values) => { for (const [i, { resolve }] of batch.entries()) resolve(values[i] as Value); },
      () => { for (const { key, resolve } of batch) resolve(one(key)); },
    ).then(ended, ended);
  };
  const ended = () => {
    running--;
    if (running < MOST_RUNNING) next();
  };

  return (key) => {
    if (running >= MOST_RUNNING) {
      patience ??= setTimeout(next, PATIENCE_MS);
      return new Promise((resolve) => { waiting.push({ key, resolve }); });
    }
    running++;
    const read = one(key);
    read.then(ended, ended);
    return read;
  };
}
