// `npm run sabotage [-- --only WORD]`: removes each guard, one at a time, and checks that its tests fail.
import "./start/node-version.mjs";
import { installPackages } from "./start/install-packages.mjs";
import { root } from "./paths.mjs";

/** `--only WORD` keeps the mutations whose name, file or tests contain the word. */
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
const { writeTables, generateClient } = await import("./start/set-up.mjs");
writeTables();
await generateClient();
const { MUTATIONS } = await import("./sabotage/mutations.mjs");
const { makeWorkshop } = await import("./sabotage/workshop.mjs");

const selectedMutations = MUTATIONS.filter(({ name, file, tests }) =>
  [name, file, ...tests].join(" ").toLowerCase().includes(word),
);
if (selectedMutations.length === 0) {
  console.error(`No mutation has "${word}" in its name, file or tests.`);
  process.exit(2);
}
/** Tests with a database take minutes, the others take seconds and run first. */
const needsDatabase = ({ tests }) => tests.some((file) => /\.db\.test\.ts$|^lib\/api\.test/.test(file));
const count = { killed: 0, survived: 0, unclear: 0 };

async function tryAll(mutations, workshop) {
  const tests = [...new Set(mutations.flatMap((mutation) => mutation.tests))].sort();
  console.log(`${mutations.length} mutations; their ${tests.length} test files first, with every guard in its place.`);
  const before = await workshop.runTests(tests);
  if (before.outcome !== "passed")
    throw new Error(
      `${before.output}\nThe tests do not pass with every guard in its place, so nothing can be learned.`,
    );
  for (const mutation of mutations) {
    const since = performance.now();
    const { outcome, noticed, output } = await workshop.tryMutation(mutation);
    count[outcome]++;
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    console.log(
      `${SIGN[outcome]} ${outcome.padEnd(8)} ${seconds.padStart(6)} s  ${mutation.name}${noticed ? `  <- ${noticed}` : ""}`,
    );
    if (outcome === "unclear") console.log(output);
  }
}

const workshop = makeWorkshop();
try {
  for (const part of [
    selectedMutations.filter((mutation) => !needsDatabase(mutation)),
    selectedMutations.filter(needsDatabase),
  ])
    if (part.length > 0) await tryAll(part, workshop);
  console.log(`\n${count.killed} killed, ${count.survived} survived, ${count.unclear} unclear`);
  process.exitCode = count.survived + count.unclear > 0 ? 1 : 0;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  workshop.close();
}
