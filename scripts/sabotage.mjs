// `npm run sabotage [-- --only WORD]`: takes each guard away, one at a time, and looks whether its tests notice.
import "./node-version.mjs";
import { installPackages } from "./install-packages.mjs";
import { root } from "./paths.mjs";

/** `--only WORD` keeps the mutations whose name, room or file has the word. */
function readArguments([option, word, ...rest]) {
  if (option === undefined) return "";
  if (option === "--only" && word && rest.length === 0) return word.toLowerCase();
  console.error("npm run sabotage [-- --only WORD]");
  process.exit(2);
}

const SIGN = { killed: "✓", survived: "✗", unclear: "?" };

process.chdir(root);
const word = readArguments(process.argv.slice(2));
await installPackages();
const { writeTables, generateClient } = await import("./set-up.mjs");
writeTables();
await generateClient();
const { MUTATIONS } = await import("./sabotage/mutations.mjs");
const { makeWorkshop } = await import("./sabotage/workshop.mjs");

const chosen = MUTATIONS.filter(({ name, file }) => `${name} ${file}`.toLowerCase().includes(word));
if (chosen.length === 0) {
  console.error(`No mutation has "${word}" in its name or file.`);
  process.exit(2);
}
const workshop = makeWorkshop();
try {
  const tests = [...new Set(chosen.flatMap((mutation) => mutation.tests))].sort();
  console.log(`${chosen.length} mutations; their ${tests.length} test files first, with every guard in its place.`);
  const before = await workshop.runTests(tests);
  if (before.outcome !== "passed") {
    console.error(`${before.output}\nThe tests do not pass with every guard in its place, so nothing can be learned.`);
    process.exit(1);
  }
  const count = { killed: 0, survived: 0, unclear: 0 };
  for (const mutation of chosen) {
    const since = performance.now();
    const { outcome, noticed, output } = await workshop.tryMutation(mutation);
    count[outcome]++;
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    console.log(
      `${SIGN[outcome]} ${outcome.padEnd(8)} ${seconds.padStart(6)} s  ${mutation.name}${noticed ? `  <- ${noticed}` : ""}`,
    );
    if (outcome === "unclear") console.log(output);
  }
  console.log(`\n${count.killed} killed, ${count.survived} survived, ${count.unclear} unclear`);
  process.exitCode = count.survived + count.unclear > 0 ? 1 : 0;
} finally {
  workshop.close();
}
