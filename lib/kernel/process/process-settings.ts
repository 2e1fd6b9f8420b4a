/** The settings of the processes of one copy of the app: how many, and the connections that they share. */
import { availableParallelism } from "node:os";
import { z } from "zod";
import { DEFAULT_CONNECTIONS, MIN_CONNECTIONS } from "./connection-counts";
import { count } from "./env-forms";

const MAX_PROCESSES = 64;
/** Connections of each process of several, unless the operator sets their number. */
const CONNECTIONS_A_PROCESS = 20;

const processes = z.union(
  [z.literal("auto").transform(() => Math.min(availableParallelism(), MAX_PROCESSES)), count(1, MAX_PROCESSES)],
  `must be a number of processes from 1 to ${MAX_PROCESSES}, or auto for as many as there are cores`,
);

/** Their names in the environment, and their forms. */
export const processSettings = {
  PATCHBAY_PROCESSES: processes.default(1),
  PATCHBAY_DATABASE_CONNECTIONS: count(MIN_CONNECTIONS, 10_000).optional(),
};

type Values = z.output<z.ZodObject<typeof processSettings>>;

/** The problem of settings that do not fit together, with the name of the setting to change. */
export function missingForProcesses({
  PATCHBAY_PROCESSES: processes,
  PATCHBAY_DATABASE_CONNECTIONS: connections,
}: Values): { name: string; message: string }[] {
  const least = MIN_CONNECTIONS * processes;
  if (connections === undefined || connections >= least) return [];
  const message = `must be ${least} or more for ${processes} processes, which divide them: each needs ${MIN_CONNECTIONS}`;
  return [{ name: "PATCHBAY_DATABASE_CONNECTIONS", message }];
}

/** The settings in the form in which they are used. */
export const toProcesses = (value: Values): { processes: number; databaseConnections: number } => ({
  processes: value.PATCHBAY_PROCESSES,
  databaseConnections:
    value.PATCHBAY_DATABASE_CONNECTIONS ??
    Math.max(DEFAULT_CONNECTIONS, CONNECTIONS_A_PROCESS * value.PATCHBAY_PROCESSES),
});
