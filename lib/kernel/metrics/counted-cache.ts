/** A cache that counts how often it has what is asked for. */
import { LRUCache } from "lru-cache";
import { processMemory } from "../process-memory";

const caches = () => processMemory("metrics.caches", () => new Map<string, { hits: number; misses: number }>());

/** As LRUCache; caches of the same name are counted together. */
export class CountedCache<K extends string | object, V extends string | object> extends LRUCache<K, V> {
  private readonly counts: { hits: number; misses: number };

  /** @param name a few words in lower case, with underscores */
  constructor(name: string, options: LRUCache.Options<K, V, unknown>) {
    super(options);
    this.counts = caches().get(name) ?? { hits: 0, misses: 0 };
    caches().set(name, this.counts);
  }

  override get(key: K, options?: LRUCache.GetOptions<K, V, unknown>): V | undefined {
    const value = super.get(key, options);
    if (value === undefined) this.counts.misses++;
    else this.counts.hits++;
    return value;
  }

  /** As `get`, but a miss while the entries cannot be trusted, because changes are not received. */
  getIf(isTrusted: boolean, key: K): V | undefined {
    if (isTrusted) return this.get(key);
    this.counts.misses++;
    return undefined;
  }
}

/** By name, how often each cache had what was asked for, and how often not. */
export const cacheCounts = (): { name: string; hits: number; misses: number }[] =>
  [...caches()].map(([name, counts]) => ({ name, ...counts }));
