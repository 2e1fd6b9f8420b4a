// `npm run -s factor:reset -- --email you@example.com`: turns off the two-step sign-in of a person who lost it.
import "./start/node-version.mjs";
import { parseArgs } from "node:util";
import { release } from "./paths.mjs";
import { runOperator } from "./start/run-operator.mjs";

const COMMAND = release ? "patchbay reset-second-factor" : "npm run -s factor:reset --";

function readEmail() {
  try {
    const { values } = parseArgs({ options: { email: { type: "string" } } });
    if (values.email) return values.email;
  } catch (error) {
    console.error(error.message);
  }
  console.error(`Usage: ${COMMAND} --email you@example.com`);
  process.exit(2);
}

const email = readEmail();
await runOperator(({ resetSecondFactor }) => resetSecondFactor(email));
