/** Chains of audit events for tests: written, exported and verified. */
import { exportAuditChain } from "@/lib/access/audit/export-audit-chain";
import { findPublicKeys } from "@/lib/access/audit/signing-key";
import type { Owned } from "@/lib/access/people/owners";
import { recordAudit } from "@/lib/access/record-audit";
import { toKeys } from "@/scripts/audit/signatures.mjs";
import { verifyAudit } from "@/scripts/audit/verify-audit.mjs";

export type Line = Record<string, unknown> & { type: string; sequence: number; hash: string };

/** Writes one event with characters that are hard to hash. */
export const recordOne = ({ organizationId, projectId, userId }: Owned, target: string) =>
  recordAudit({
    caller: { kind: "user", sessionId: "ses_1", userId },
    ...{ action: "project.update", operation: "updateProject", outcome: "done", status: 200 },
    ...{ requestId: "req_1", organizationId, projectId, target },
    facts: { name: `${target} \u2028 “ü”`, b: "1", a: "2" },
  });

export async function recordMany(owner: Owned, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await recordOne(owner, `object ${index}`);
}

export async function exportLines(organizationId: string, from?: number): Promise<string[]> {
  let text = "";
  for await (const part of exportAuditChain(organizationId, from)) text += part;
  return text.trimEnd().split("\n");
}

export async function* stream(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** Verifies lines of a file against the keys of this server. */
export const verify = async (lines: readonly string[]) =>
  verifyAudit(stream(lines), { keys: toKeys(await findPublicKeys()) });

export const parse = (line: string): Line => JSON.parse(line) as Line;
