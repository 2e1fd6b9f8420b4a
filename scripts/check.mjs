// `npm run check`: every check of the code that needs no browser.
import "./start/node-version.mjs";
import { installPackages } from "./start/install-packages.mjs";
import { root } from "./paths.mjs";

process.chdir(root);
await installPackages();
const { QUICK_CHECKS, UNIT_TESTS, generate, lineOf, runChecks } = await import("./check/checks.mjs");

const since = performance.now();
const first = await runChecks([["generated code", generate]], (result) => console.log(lineOf(result)));
const results = [
  ...first,
  ...(first[0].ok ? await runChecks([UNIT_TESTS, ...QUICK_CHECKS], (result) => console.log(lineOf(result))) : []),
];
const failed = results.filter(({ ok }) => !ok);
if (failed[0]) console.error(`\n${failed[0].name}:\n${failed[0].output.trim()}`);
console.log(
  `\n${results.length - failed.length} passed, ${failed.length} failed in ${((performance.now() - since) / 1000).toFixed(0)} s`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
