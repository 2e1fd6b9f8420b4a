// `npm run -s audit:verify -- FILE [--key FILE] [--json]`: verifies an exported audit trail, or receipts of executions,
// without the server.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import "./start/node-version.mjs";
import { release } from "./paths.mjs";
import { readLines } from "./audit/read-lines.mjs";
import { readKeys } from "./audit/signatures.mjs";
import { verifyAudit } from "./audit/verify-audit.mjs";

const USAGE = `Usage: ${release ? "patchbay audit verify" : "npm run -s audit:verify --"} FILE [--key FILE] [--json]`;

function readArguments() {
  try {
    const options = { key: { type: "string" }, json: { type: "boolean" } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length !== 1) throw new Error("Name one file.");
    return { ...values, file: positionals[0] };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

const number = (value) => value.toLocaleString("en");

function toLines(report) {
  const { events, receipts, checkpoints, first, last, deleted_up_to: cut, begun_at: start, key_ids: keyIds } = report;
  const what = [
    ...(report.organization
      ? [`${number(events)} events (${first} to ${last}) and ${number(checkpoints)} checkpoints`]
      : []),
    ...(receipts > 0 ? [`${number(receipts)} receipts`] : []),
  ].join(", ");
  if (!report.ok)
    return [
      ...report.faults,
      ...(report.fault_count > report.faults.length
        ? [`... and ${report.fault_count - report.faults.length} more`]
        : []),
      `NOT intact: ${number(report.fault_count)} faults in ${what || "the file"}.`,
    ];
  return [
    `Intact: ${what}.`,
    ...(report.organization ? [`The audit trail of ${report.organization}, exported at ${report.exported_at}.`] : []),
    ...(cut > 0 ? [`Events up to ${number(cut)} were deleted because their time was over.`] : []),
    ...(start ? [`The chain began at ${start}. Older events were added to it then.`] : []),
    report.is_pinned
      ? `Signed by the key that you named: ${keyIds.join(", ")}.`
      : `Signed by ${keyIds.join(", ")}, which the file names itself. Compare it with the published key, or pass --key.`,
  ];
}

const { file, key, json } = readArguments();
try {
  const keys = key === undefined ? undefined : readKeys(readFileSync(key, "utf8"));
  const report = await verifyAudit(readLines(file), { keys });
  if (json) console.log(JSON.stringify(report));
  else for (const line of toLines(report)) console.log(line);
  process.exitCode = report.ok ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
