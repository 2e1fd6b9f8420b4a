/** Work on interpreters at the gateway every minute, done by one copy of the app for all. */
import { env } from "@/lib/kernel/process/env";
import { now } from "@/lib/kernel/time/clock";
import { dropAtGateway } from "./control";
import { type KernelRow, listKernels, listKnown } from "./kernels";
import { endKernel } from "./interpreter";
import { hasGateway } from "./ask-gateway";

/** Which of the sessions of a project exist. */
type FindSessions = (projectId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Ends those that nobody has used for the operator's time, whichever copy of the app has started them. */
export async function endIdleKernels(): Promise<void> {
  const before = now().getTime() - env().workbench.idleMs;
  const isIdle = ({ usedAt, runningUntil }: KernelRow) => runningUntil === null && usedAt.getTime() < before;
  for (const { owner, kernelId } of (await listKernels(null)).filter(isIdle))
    await endKernel(owner, kernelId, "nobody used it for a while, and it was put away");
}

/** Deletes what sessions have left that no longer exist: they also end by age, or with their project. */
async function dropGone(find: FindSessions): Promise<void> {
  for (const owner of await listKnown(LONG_AGO_MS))
    if (!(await find(owner.projectId, [owner.sessionId])).has(owner.sessionId)) await dropAtGateway(owner);
}

/** One that was used a moment ago may be of a session that is just being made. */
const LONG_AGO_MS = 3_600_000;

/** Does both; nothing where there is no gateway. */
export async function tendGateway(find: FindSessions): Promise<void> {
  if (!hasGateway()) return;
  await endIdleKernels();
  await dropGone(find);
}
