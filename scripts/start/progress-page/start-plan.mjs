// The steps of a start in their order, with the time that each takes, for the page with the progress.
import { existsSync } from "node:fs";
import { inRoot, release } from "../../paths.mjs";

/** Seconds of a step whose output exists: it compares its sources only. */
const REPEATED = 1;
const PAGES = "Building the pages";

/**
 * The steps of a checkout, measured on two cores: title, seconds, and a path that exists afterwards. The steps of an
 * inner list run at the same time.
 */
const OF_CHECKOUT = [
  ["Installing packages", 30, "node_modules/pg/package.json"],
  ["Generating the database client", 3, "generated/prisma/client.ts"],
  ["Starting PostgreSQL", 3],
  ["Updating the database", 2],
  ["Bundling the server", 2, "dist/server.mjs"],
  ["Bundling the commands", 1, "dist/operator.mjs"],
  [
    ["Compiling the catalog", 60, "dist/catalog/catalog.json"],
    [PAGES, 70, ".next/BUILD_ID"],
  ],
  ["Loading the catalog", 3],
  ["Starting the server", 2],
];
const OF_RELEASE = [
  ["Starting PostgreSQL", 3],
  ["Updating the database", 2],
  ["Loading the catalog", 3],
  ["Starting the server", 2],
];

const toStep = ([title, seconds, output]) => ({
  title,
  seconds: output !== undefined && existsSync(inRoot(output)) ? REPEATED : seconds,
  state: "waiting",
});

/**
 * @typedef {{ title: string, seconds: number, state: "waiting" | "running" | "done" | "skipped", since?: number,
 *   until?: number, detail?: string }} PlannedStep `seconds` is the expected time; `since` and `until` are times in ms
 * @param {{ dev: boolean }} options
 * @returns {PlannedStep[][]} stages; the steps of a stage can run at the same time
 */
export const planStart = ({ dev }) =>
  (release ? OF_RELEASE : OF_CHECKOUT).map((stage) =>
    (Array.isArray(stage[0]) ? stage : [stage]).map(toStep).filter(({ title }) => !dev || title !== PAGES),
  );

/** How much slower than planned a machine is, at most. */
const MAX_PACE = 6;
/** Time of finished steps, in seconds, after which the pace is believed. */
const ENOUGH = 10;

/** The time of finished steps compared with the plan: 2 on a machine that needs twice as long. */
function measurePace(steps) {
  const finished = steps.filter(({ state, seconds }) => state === "done" && seconds > REPEATED);
  const planned = finished.reduce((sum, { seconds }) => sum + seconds, 0);
  if (planned < ENOUGH) return 1;
  const seconds = finished.reduce((sum, { since, until }) => sum + (until - since) / 1000, 0);
  return Math.min(Math.max(seconds / planned, 1 / MAX_PACE), MAX_PACE);
}

/**
 * The time until the start is over, in seconds.
 * @param {PlannedStep[][]} stages
 * @param {number} now a time in ms
 */
export function estimateSecondsLeft(stages, now) {
  const pace = measurePace(stages.flat());
  const leftOf = ({ state, seconds, since }) => {
    if (state === "waiting") return seconds * pace;
    // A step that takes longer than planned is nearly done: nothing more is known about it.
    return state === "running" ? Math.max(seconds * pace - (now - since) / 1000, 1) : 0;
  };
  return stages.reduce((sum, steps) => sum + Math.max(0, ...steps.map(leftOf)), 0);
}
