// `npm run -s passwords:allow -- --email you@example.com`: ends that the organizations of this owner require single
// sign-on.
import "./start/node-version.mjs";
import { parseArgs } from "node:util";
import { release } from "./paths.mjs";
import { runOperator } from "./start/run-operator.mjs";

const COMMAND = release ? "patchbay allow-passwords" : "npm run -s passwords:allow --";

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
await runOperator(({ allowPasswords }) => allowPasswords(email));
