/** One decision on all calls that wait, a piece at a time. */
import type { z } from "zod";
import type { ParkedCall } from "@/generated/prisma/client";
import { changeMany } from "@/lib/kernel/database/change-many";
import { decideCall } from "../decide-call";
import { listCalls } from "../list-calls";
import type { approvalsApi } from "../contract";

type Input = z.output<(typeof approvalsApi)["decideApprovals"]["body"]>;
type Decider = Parameters<typeof decideCall>[3];

/** @throws ApiError as `changeMany` */
export function decideCalls(
  projectId: string,
  { action, filter, after }: Input,
  { signal, requestId, decider }: { signal: AbortSignal; requestId: string; decider: Decider },
) {
  return changeMany<ParkedCall>({
    after,
    scope: ["decideApprovals", projectId, action, filter],
    list: (part) => listCalls(projectId, { state: ["waiting"], session_id: filter.session_id, ...part }),
    nameOf: ({ toolSlug, userId }) => `${toolSlug} · ${userId}`,
    change: ({ id }) => decideCall(projectId, id, { decision: action }, decider),
    signal,
    on: { requestId },
  });
}
