// Counts tests from the JSON reports of vitest and Playwright.
import { readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** The content of a JSON report; null if a run did not write it. @param {string} file */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** A run that failed without a failed test (a broken set-up, a crash) counts as one failure. */
const atLeastOne = (counts, ok) => (ok || counts.failed > 0 ? counts : { ...counts, failed: 1 });

/**
 * @param {string} file vitest's JSON report
 * @param {boolean} ok whether vitest ended well
 * @returns {Counts}
 */
export function countVitest(file, ok) {
  const report = readReport(file);
  if (!report) return atLeastOne({ passed: 0, failed: 0, skipped: 0 }, false);
  // A file that could not be loaded has no tests in the report.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  ).length;
  return atLeastOne(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    ok,
  );
}

/**
 * @param {string} file Playwright's JSON report
 * @param {boolean} ok whether Playwright ended well
 * @returns {Counts}
 */
export function countPlaywright(file, ok) {
  const stats = readReport(file)?.stats;
  if (!stats) return atLeastOne({ passed: 0, failed: 0, skipped: 0 }, false);
  return atLeastOne({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }, ok);
}
