// `npm run soak -- rotations [count]`: what `npm test` tries a few times, tried a thousand times.
import "./node-version.mjs";
import { installPackages } from "./install-packages.mjs";
import { inRoot, root } from "./paths.mjs";
import { runNode } from "./run-child.mjs";

const HOUR = 3_600_000;

/** Each soak: the tests it runs, and how often they do what they do. */
const SOAKS = {
  rotations: (count) => ({ file: "lib/connected-accounts/rotation.db.test.ts", env: { PATCHBAY_SOAK_ROTATIONS: String(count), PATCHBAY_SOAK_KILLS: String(Math.ceil(count / 20)) } }),
};

process.chdir(root);
const [name = "", count = "1000"] = process.argv.slice(2);
const soak = Object.hasOwn(SOAKS, name) ? SOAKS[name] : undefined;
if (!soak || !/^[1-9]\d{0,5}$/.test(count)) {
  console.error(`Say what to soak, and how often: npm run soak -- ${Object.keys(SOAKS).join("|")} [1000]`);
  process.exit(2);
}
await installPackages();
// Needs the packages; what it writes is what a fresh checkout lacks.
const { generateClient, writeTables } = await import("./set-up.mjs");
writeTables();
await generateClient();
const { file, env } = soak(Number(count));
try {
  await runNode(inRoot("node_modules/vitest/vitest.mjs"), ["run", file], { what: `The soak ${name}`, env, onLine: (line) => console.log(line), timeoutMs: HOUR });
} catch (error) {
  // The lines above say why.
  console.error(error.message);
  process.exitCode = 1;
}
