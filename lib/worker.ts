/** Job names to handlers: the only place that knows both. */
import { startQueue, type Job, type ScheduledJob } from "@/lib/kernel/queue";

const jobs: Record<string, Job> = {};

const schedule: ScheduledJob[] = [];

/** Starts the worker of this process. */
export const startWorker = (): Promise<void> => startQueue(jobs, schedule);
