/**
 * The last runs of each tool in this browser. Only references to their logs are stored; arguments stay in the log,
 * where secrets are hidden.
 */

export type OwnRun = { log: string; at: number; successful: boolean };

const PREFIX = "patchbay.runs.";
const MAX_RUNS = 8;
/** No date is later. */
const LAST_MOMENT = 8.64e15;

const isRun = (value: unknown): value is OwnRun => {
  const { log, at: time, successful } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof log === "string" &&
    typeof time === "number" &&
    Math.abs(time) <= LAST_MOMENT &&
    typeof successful === "boolean"
  );
};

/** Newest first; runs of other projects are kept apart. */
export function findRuns(project: string | null, tool: string): OwnRun[] {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(`${PREFIX}${project ?? ""}.${tool}`) ?? "[]");
    return Array.isArray(value) ? value.filter(isRun).slice(0, MAX_RUNS) : [];
  } catch {
    return []; // written by another program, or storage is forbidden
  }
}

/** Adds a run at the front. Full or forbidden storage is not an error: the history is only a convenience. */
export function storeRun(project: string | null, tool: string, run: OwnRun): void {
  const runs = [run, ...findRuns(project, tool).filter(({ log }) => log !== run.log)].slice(0, MAX_RUNS);
  try {
    window.localStorage.setItem(`${PREFIX}${project ?? ""}.${tool}`, JSON.stringify(runs));
  } catch {
    return; // see above
  }
}
