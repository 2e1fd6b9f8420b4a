/** How the database connections of one copy of the app are divided between its kinds of work. Pure. */

/** The maximum of connections for each kind of work in one copy of the app. */
export type Shares = {
  /** The thread that answers the API. */
  requests: number;
  /** The thread that renders pages; it gets nearly all of its data from the API. */
  pages: number;
  /** Searches and exports of logs; with a share of their own they cannot block other work. */
  searches: number;
  /** The job queue itself, all classes of work together: taking jobs, finishing them, scheduled jobs. */
  queue: number;
  /** Jobs that delete old rows. */
  jobs: number;
};

/**
 * Connections outside the pools: one listener per thread, the list of live workers, the check that the database
 * answers.
 */
const OUTSIDE_POOLS = 4;
/** New connections for writes that must not be lost while those of the pool may be broken. */
export const FRESH_CONNECTIONS = 2;

const clamp = (min: number, value: number, max: number): number => Math.min(Math.max(Math.round(value), min), max);

/**
 * Divides `total` connections between the kinds of work, after those outside the pools are taken off.
 * @param pages whether this process renders pages
 */
export function divideConnections(total: number, { pages: rendersPages = true } = {}): Shares {
  const pages = rendersPages ? clamp(2, total / 10, 10) : 0;
  const searches = clamp(1, total / 10, 10);
  const queue = clamp(3, total / 6, 6);
  const jobs = clamp(1, total / 20, 2);
  return {
    requests: total - OUTSIDE_POOLS - FRESH_CONNECTIONS - pages - searches - queue - jobs,
    pages,
    searches,
    queue,
    jobs,
  };
}
