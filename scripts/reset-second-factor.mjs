// `npm run -s factor:reset -- --email you@example.com`: turns off the two-step sign-in of a person who lost it.
import "./start/node-version.mjs";
import { release } from "./paths.mjs";
import { readEmail } from "./start/read-email.mjs";
import { runOperator } from "./start/run-operator.mjs";

const email = readEmail(release ? "patchbay reset-second-factor" : "npm run -s factor:reset --");
await runOperator(({ resetSecondFactor }) => resetSecondFactor(email));
