/** Records audit events and adds them to the chain in a process of its own, as another copy of the app does. */
import { sealAuditEvents } from "@/lib/access/audit/seal-audit-events";
import type { Owned } from "@/lib/access/people/owners";
import { recordAudit } from "@/lib/access/record-audit";
import { runStops } from "@/lib/kernel/process/lifecycle";

const EVENTS = 200;
const { organizationId, projectId, userId } = JSON.parse(process.argv[2] ?? "{}") as Owned;
for (let index = 0; index < EVENTS; index += 1) {
  await recordAudit({
    caller: { kind: "user", sessionId: "ses_2", userId },
    ...{ action: "project.update", operation: "updateProject", outcome: "done", status: 200 },
    ...{ requestId: "req_2", organizationId, projectId, target: `object ${index} of the other process` },
  });
  if (index % 10 === 0) await sealAuditEvents(organizationId);
}
await runStops(() => undefined);
process.exit(0);
