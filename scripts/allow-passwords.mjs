// `npm run -s passwords:allow -- --email you@example.com`: ends that the organizations of this owner require single
// sign-on.
import "./start/node-version.mjs";
import { release } from "./paths.mjs";
import { readEmail } from "./start/read-email.mjs";
import { runOperator } from "./start/run-operator.mjs";

const email = readEmail(release ? "patchbay allow-passwords" : "npm run -s passwords:allow --");
await runOperator(({ allowPasswords }) => allowPasswords(email));
