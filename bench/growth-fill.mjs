// Rows of a project that has run for a long time: one real row of each table, many times over, each with its own id,
// user and time. So a new column needs no change here.
const BATCH = 100_000;
/** The rows lie in the days before now, and the longest time that rows are kept by default is longer. */
const DAYS = 20;

/** How many rows there are of each kind, for so many executions. */
export const amountsFor = (logs) => ({
  logs,
  events: Math.round(logs / 4),
  accounts: Math.round(logs / 40),
  users: Math.round(logs / 400),
  sessions: Math.round(logs / 40),
  auditEvents: Math.round(logs / 10),
  mcpServers: Math.round(logs / 4000),
});

/** The columns that a row is copied with; the database fills identities and sequences itself. */
async function columnsOf(client, table) {
  const { rows } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND
      table_name = $1 AND is_generated = 'NEVER' AND is_identity = 'NO' AND
      (column_default IS NULL OR column_default NOT LIKE 'nextval%')`,
    [table],
  );
  return rows.map(({ name }) => `"${name}"`);
}

/** The beginning of a statement that copies the newest row of a table, once for each row of `from`. */
async function copySql(client, table, { values, from, order = "created_at" }) {
  const columns = await columnsOf(client, table);
  const unknown = Object.keys(values).filter((name) => !columns.includes(`"${name}"`));
  if (unknown.length > 0) throw new Error(`${table} has no column ${unknown.join(", ")}.`);
  const selected = columns.map((column) => values[column.slice(1, -1)] ?? `t.${column}`);
  return `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${selected.join(", ")}
    FROM ${from}, (SELECT * FROM ${table} ORDER BY ${order} DESC LIMIT 1) t`;
}

/** The oldest row comes first, as in life. `$1` to `$2` are the numbers of a batch, `total` is of all. */
const momentOf = (total) => `now() - interval '${DAYS} days' * (1 - n / ${total}.0)`;
const series = "generate_series($1::int, $2::int) n";

async function inBatches(client, text, total) {
  for (let from = 1; from <= total; from += BATCH) await client.query(text, [from, Math.min(total, from + BATCH - 1)]);
}

async function fillTable(client, table, total, values) {
  await inBatches(client, await copySql(client, table, { values, from: series }), total);
}

const idOf = (prefix, number = "n") => `'${prefix}' || substr(md5('${prefix}' || (${number})::text), 1, 12)`;
const userOf = (users) => `'user-' || (n % ${users})`;

/** The events with their deliveries and attempts: all delivered by the first attempt. */
async function fillEvents(client, { events, users }) {
  const event = await copySql(client, "webhook_event", {
    from: series,
    order: "seq",
    values: {
      id: "'msg_' || md5(n::text)::uuid",
      user_id: userOf(users),
      dedupe_key: "'growth-' || n",
      proof_key: "NULL",
      created_at: momentOf(events),
    },
  });
  const delivery = await copySql(client, "webhook_delivery", {
    from: "event_row e",
    order: "id",
    values: { event_id: "e.id", seq: "e.seq", lane: "e.lane", created_at: "e.created_at", ended_at: "e.created_at" },
  });
  const attempt = await copySql(client, "webhook_attempt", {
    from: "delivery_row d",
    order: "id",
    values: { delivery_id: "d.id", at: "d.created_at" },
  });
  await inBatches(
    client,
    `WITH event_row AS (${event} RETURNING id, seq, lane, created_at),
      delivery_row AS (${delivery} RETURNING id, created_at) ${attempt}`,
    events,
  );
}

async function fillLogs(client, { logs, users, accounts, sessions, mcpServers }, projectId) {
  const tag = projectId.slice(-5).replace(/[^A-Za-z0-9]/g, "_");
  await client.query(`CREATE TEMP TABLE growth_tool AS SELECT (row_number() OVER ())::int - 1 AS place, slug, toolkit_slug
    FROM (SELECT DISTINCT ON (toolkit_slug) slug, toolkit_slug FROM tool WHERE is_latest ORDER BY toolkit_slug LIMIT 200) t`);
  const text = await copySql(client, "tool_log", {
    from: `${series} JOIN growth_tool g ON g.place = n % 200`,
    values: {
      id: idOf("log_"),
      created_at: momentOf(logs),
      tool_slug: "g.slug",
      toolkit_slug: "g.toolkit_slug",
      user_id: userOf(users),
      account_id: idOf("ca_", `n % ${accounts}`),
      session_id: `CASE WHEN n % 3 = 0 THEN ${idOf("trs_", `n % ${sessions}`)} END`,
      mcp_server_id: `CASE WHEN n % 7 = 0 THEN md5((n % ${mcpServers})::text)::uuid::text END`,
      request_id: "md5('request' || n)",
      status: "CASE WHEN n % 23 = 0 THEN 'failed' ELSE 'success' END",
      error:
        "CASE WHEN n % 23 = 0 THEN 'The provider answered ' || CASE WHEN n % 9200 = 0 THEN '429' ELSE '404' END END",
      error_code: "CASE WHEN n % 23 = 0 THEN CASE WHEN n % 9200 = 0 THEN '429' ELSE '404' END END",
      duration_ms: "20 + n % 900",
      search: `array_to_tsvector(ARRAY(SELECT '${tag}:' || word FROM unnest(
        string_to_array(lower(g.slug), '_') || ARRAY['user', (n % ${users})::text]) word))`,
    },
  });
  await inBatches(client, text, logs);
  await fillCounts(client, projectId);
}

/** What the server counts while it writes the log. */
async function fillCounts(client, projectId) {
  const failed = "count(*) FILTER (WHERE status = 'failed')";
  await client.query(
    `INSERT INTO usage_counter (project_id, hour, total, failed) SELECT project_id, date_trunc('hour', created_at),
      count(*), ${failed} FROM tool_log WHERE project_id = $1 GROUP BY 1, 2 ON CONFLICT DO NOTHING`,
    [projectId],
  );
  for (const [dimension, key] of [
    ["all", "''"],
    ["toolkit", "toolkit_slug"],
    ["tool", "tool_slug"],
  ])
    for (const [span, unit] of [
      [3600, "hour"],
      [86400, "day"],
    ])
      await client.query(
        `INSERT INTO usage_tally (project_id, dimension, span, starts_at, key, calls, failed, latency)
          SELECT project_id, '${dimension}', ${span}, date_trunc('${unit}', created_at, 'UTC'), ${key}, count(*), ${failed},
            ARRAY[(count(*) << 8) | 30] FROM tool_log WHERE project_id = $1 GROUP BY 1, 4, 5 ON CONFLICT DO NOTHING`,
        [projectId],
      );
}

/**
 * Fills one project, whose tables must have one row each.
 * @param {import("pg").Client} client
 * @param {ReturnType<typeof amountsFor>} amounts
 */
export async function fillProject(client, amounts, projectId) {
  const { accounts, users, sessions, auditEvents, mcpServers } = amounts;
  const times = (total) => ({ created_at: momentOf(total), updated_at: momentOf(total) });
  await fillTable(client, "connected_account", accounts, {
    id: idOf("ca_"),
    // Sealed with the id of the first row.
    credentials: "NULL",
    provider_user: "NULL",
    user_id: userOf(users),
    alias: "NULL",
    status: "CASE WHEN n % 40 = 0 THEN 'EXPIRED' ELSE 'ACTIVE' END",
    ...times(accounts),
  });
  await fillTable(client, "mcp_server", mcpServers, {
    id: "md5(n::text)::uuid::text",
    name: "'Server ' || n",
    ...times(mcpServers),
  });
  await fillTable(client, "tool_router_session", sessions, {
    id: idOf("trs_"),
    user_id: userOf(users),
    word: "'word-' || n",
    last_used_at: momentOf(sessions),
    ...times(sessions),
  });
  const audit = await copySql(client, "audit_event", {
    from: series,
    order: "id",
    values: {
      at: momentOf(auditEvents),
      target: idOf("ca_", `n % ${accounts}`),
      sequence: "NULL",
      hash: "NULL",
      previous_hash: "NULL",
    },
  });
  await inBatches(client, audit, auditEvents);
  await fillEvents(client, amounts);
  await fillLogs(client, amounts, projectId);
  await client.query("VACUUM ANALYZE");
}
