/** A call that waits for an approval, for tests of what all lists and tables have in common. */
import type { ParkedCall } from "@/generated/prisma/client";
import { parkCall } from "@/lib/sessions/approvals/parked-calls";
import { fingerprintOf } from "@/lib/sessions/approvals/request-state";
import { requireSession } from "@/lib/sessions/sessions";

let callCount = 0;

export async function parkTestCall(
  projectId: string,
  sessionId: string,
  tool: { slug: string; toolkitSlug: string },
  args: Record<string, unknown> = {},
): Promise<ParkedCall> {
  const session = await requireSession(projectId, sessionId);
  const fingerprint = fingerprintOf([tool.slug, ++callCount]);
  return parkCall({
    session,
    tool,
    fingerprint,
    openKey: fingerprint,
    keyed: false,
    asked: { rule: "the project's default says ask_every_call", once: false },
    account: undefined,
    lifeSeconds: 600,
    approvers: null,
    call: {
      arguments: args,
      shown: args,
      version: "20260101_00",
      tags: [],
      accountRules: { by: "session", pinned: [], explicit: false },
      source: {},
    },
  });
}
