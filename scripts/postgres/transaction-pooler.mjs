// Detects a connection pooler in front of the database that uses another connection for each transaction.

/**
 * Each round tests two connections. Other users of the pooler and its order of connections can change at any moment.
 */
const ROUNDS = 4;
const WAIT_MS = 10_000;

const processOf = async (client) => (await client.query("SELECT pg_backend_pid() AS process")).rows[0].process;

/** A connection keeps its process of PostgreSQL, and no other open connection has the same one. */
async function sharesProcesses(first, second) {
  const [ofFirst, ofSecond] = [new Set(), new Set()];
  for (let round = 0; round < ROUNDS; round++) {
    ofFirst.add(await processOf(first));
    ofSecond.add(await processOf(second));
  }
  return ofFirst.size > 1 || ofSecond.size > 1 || [...ofFirst].some((pid) => ofSecond.has(pid));
}

/**
 * Decides by the behavior of two open connections, not by a name: a pooler in transaction mode gives both of them the
 * same process of PostgreSQL, or several processes to one of them. A direct address and a pooler in session mode do
 * neither.
 * @param {string} url
 * @returns {Promise<boolean>}
 */
export async function losesConnectionState(url) {
  // The start itself installs the packages.
  const { default: pg } = await import("pg");
  const clients = [0, 1].map(
    () => new pg.Client({ connectionString: url, connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS }),
  );
  for (const client of clients) client.on("error", () => {});
  try {
    for (const client of clients) await client.connect();
    return await sharesProcesses(...clients);
  } finally {
    for (const client of clients) await client.end().catch(() => {});
  }
}
