// The slowest tests of a run, from the JSON reports of vitest and Playwright.
import path from "node:path";
import { root } from "../paths.mjs";
import { readReport } from "./test-counts.mjs";

/** @typedef {{ file: string, title: string, seconds: number }} Duration */

const durationsOfVitest = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration = 0 }) => ({
      file: path.relative(root, name),
      title: fullName.trim(),
      seconds: duration / 1000,
    })),
  );

/** A suite of Playwright contains suites and specs; a spec has a result for each try in each project. */
const durationsOfSuite = ({ suites = [], specs = [] }, rootDir) => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ results }) => ({
      file: path.relative(root, path.join(rootDir, file)),
      title,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  ),
  ...suites.flatMap((suite) => durationsOfSuite(suite, rootDir)),
];

/**
 * The tests that took longest, with hooks of a file left out.
 * @param {string[]} reports JSON reports of vitest or Playwright; a report that does not exist is passed over
 * @param {number} count
 * @returns {Duration[]} the longest first
 */
export function findSlowest(reports, count) {
  const durations = reports.flatMap((file) => {
    const report = readReport(file);
    if (!report) return [];
    return report.testResults ? durationsOfVitest(report) : durationsOfSuite(report, report.config.rootDir);
  });
  return durations.sort((a, b) => b.seconds - a.seconds).slice(0, count);
}

const MAX_LINE = 140;

/** A line of the list of the slowest tests. @param {Duration} duration */
export const describeDuration = ({ file, title, seconds }) =>
  `${seconds.toFixed(1).padStart(7)} s  ${file}: ${title}`.slice(0, MAX_LINE);
