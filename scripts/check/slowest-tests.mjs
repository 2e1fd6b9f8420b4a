// The slowest tests of a run, and those that passed when tried again, from the JSON reports of vitest and Playwright.
import path from "node:path";
import { root } from "../paths.mjs";
import { readReport } from "./test-counts.mjs";

/** @typedef {{ file: string, title: string, seconds: number, flaky?: boolean }} Duration */

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
    tests.map(({ results, status }) => ({
      file: path.relative(root, path.join(rootDir, file)),
      title,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      flaky: status === "flaky",
    })),
  ),
  ...suites.flatMap((suite) => durationsOfSuite(suite, rootDir)),
];

/** A report that does not exist is passed over. @param {string[]} reports JSON reports of vitest or Playwright */
const durationsOf = (reports) =>
  reports.flatMap((file) => {
    const report = readReport(file);
    if (!report) return [];
    return report.testResults ? durationsOfVitest(report) : durationsOfSuite(report, report.config.rootDir);
  });

/**
 * The tests that took longest, with hooks of a file left out.
 * @param {string[]} reports
 * @param {number} count
 * @returns {Duration[]} the longest first
 */
export const findSlowest = (reports, count) =>
  durationsOf(reports)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);

/** The tests that failed and passed when tried again: each has a fault that chance hides. @param {string[]} reports */
export const findFlaky = (reports) => durationsOf(reports).filter(({ flaky }) => flaky);

const MAX_LINE = 140;

/** A line of the list of the slowest tests. @param {Duration} duration */
export const describeDuration = ({ file, title, seconds }) =>
  `${seconds.toFixed(1).padStart(7)} s  ${file}: ${title}`.slice(0, MAX_LINE);
