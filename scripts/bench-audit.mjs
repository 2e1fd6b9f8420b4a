// `npm run bench:audit -- [EVENTS]`: how long the verification of an audit trail takes, and how much memory it needs.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import "./start/node-version.mjs";
import { generateChain } from "./audit/generate-chain.mjs";
import { readLines } from "./audit/read-lines.mjs";
import { verifyAudit } from "./audit/verify-audit.mjs";

const events = Number(process.argv[2] ?? 1_000_000);
const folder = mkdtempSync(path.join(tmpdir(), "patchbay-audit-"));
const file = path.join(folder, "chain.jsonl");
try {
  const handle = await open(file, "w");
  for (const part of generateChain(events)) await handle.write(part);
  await handle.close();
  const since = process.cpuUsage();
  const report = await verifyAudit(readLines(file));
  const { user, system } = process.cpuUsage(since);
  const size = (statSync(file).size / 1_048_576).toFixed(0);
  const memory = (process.resourceUsage().maxRSS / 1024).toFixed(0);
  console.log(
    `${report.ok ? "Intact" : "NOT intact"}: ${report.events.toLocaleString("en")} events in ${size} MB, ` +
      `${((user + system) / 1e6).toFixed(1)} s of CPU, at most ${memory} MB of memory.`,
  );
  process.exitCode = report.ok ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
