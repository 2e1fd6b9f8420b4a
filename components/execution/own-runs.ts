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

const MAX_TOOLS = 8;

/** The tools that ran last in this browser, newest first, each with its last run. */
export function findRecentTools(project: string | null): { tool: string; run: OwnRun }[] {
  const start = `${PREFIX}${project ?? ""}.`;
  try {
    const { localStorage } = window;
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "")
      .filter((key) => key.startsWith(start))
      .flatMap((key) => {
        const tool = key.slice(start.length);
        const [run] = findRuns(project, tool);
        return run ? [{ tool, run }] : [];
      })
      .sort((a, b) => b.run.at - a.run.at)
      .slice(0, MAX_TOOLS);
  } catch {
    return []; // storage is forbidden
  }
}
