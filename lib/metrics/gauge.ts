/** Values that are read when somebody asks for the metrics. */
import { shareInFlight } from "@/lib/kernel/concurrency/memoize";
import type { Sample } from "@/lib/kernel/metrics/counter";

export type Gauge = {
  name: string;
  /** One sentence. */
  help: string;
  labels: readonly string[];
  /** A value that only grows is a counter. */
  type: "gauge" | "counter";
  read: () => readonly Sample[] | Promise<readonly Sample[]>;
};

/** The longest wait for a value; a later one is left out. */
const PATIENCE_MS = 3_000;
/** How long an answer of the database is used again. */
const REMEMBER_MS = 5_000;

/**
 * The function whose answer is used again for five seconds, and that runs once at a time however many ask.
 * @returns undefined where the answer fails or takes longer than three seconds: the next call might have it
 */
export function rememberBriefly<T extends object>(find: () => Promise<T>): () => Promise<T | undefined> {
  const finds = shareInFlight<T>();
  let last: { value: T; until: number } | undefined;
  return async () => {
    if (last && performance.now() < last.until) return last.value;
    const value = finds.run("", async () => {
      const value = await find();
      last = { value, until: performance.now() + REMEMBER_MS };
      return value;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, undefined);
    });
    // That the database is away has its own metric, and its lines in the log.
    return Promise.race([value.catch(() => undefined), late]).finally(() => clearTimeout(timer));
  };
}
