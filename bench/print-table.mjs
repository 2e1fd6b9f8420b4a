// The rows of calls as a table.

export function printTable(rows) {
  const cells = rows.map(({ name, connections, perSecond, p50Ms, p99Ms, cpuMs, failed }) =>
    [
      name,
      connections,
      perSecond,
      p50Ms.toFixed(2),
      p99Ms.toFixed(2),
      cpuMs.server.toFixed(2),
      cpuMs.database.toFixed(2),
      cpuMs.upstream.toFixed(2),
      failed,
    ].map(String),
  );
  console.log("\nCPU in ms a request");
  for (const [name, ...rest] of [
    ["", "conns", "req/s", "p50 ms", "p99 ms", "server", "database", "provider", "failed"],
    ...cells,
  ])
    console.log(name.padEnd(24) + rest.map((cell) => cell.padStart(10)).join(""));
}
