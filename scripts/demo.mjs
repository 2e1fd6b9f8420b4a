// `npm run demo`: runs `npm start` and example apps (emulated GitHub, Google and Slack) on this machine, with separate
// data.
import "./start/node-version.mjs";
import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { orStop } from "./start/ending.mjs";
import { installEmulate } from "./demo/packages.mjs";
import { exampleApps } from "./demo/example-apps.mjs";
import { installAppPackages } from "./start/install-packages.mjs";
import { callersFolder, dataDirectory, inRoot, loadEnvFile, release } from "./paths.mjs";
import { CommandFailed } from "./start/run-child.mjs";
import { step } from "./start/steps.mjs";

const MARK = "demo";

const standardFolder = () =>
  release ? `${dataDirectory({ ...process.env, PATCHBAY_DATA_DIR: "" })}-demo` : inRoot("data-demo");

/**
 * The demo's data folder: from the environment (not from .env, which belongs to the normal installation), else
 * `data-demo`.
 */
function claimFolder(folderPath) {
  const folder = folderPath ? path.resolve(callersFolder, folderPath) : standardFolder();
  const marked = existsSync(path.join(folder, MARK));
  if (!marked && existsSync(folder) && readdirSync(folder).length > 0) {
    console.error(
      `${folder} holds data that is not the demo's. Name an empty folder in PATCHBAY_DATA_DIR, or leave it out to use data-demo.`,
    );
    process.exit(1);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!marked) writeFileSync(path.join(folder, MARK), "Data of `npm run demo`; it may be deleted.\n");
  return folder;
}

/**
 * The packages of the app and of the example apps.
 * @returns the URL to import the example apps from
 */
async function installPackages() {
  try {
    if (!release) await step("Installing packages", () => installAppPackages());
    return await installEmulate();
  } catch (error) {
    await orStop();
    if (!(error instanceof CommandFailed)) throw error;
    console.error(`\n${error.message}\n${error.output.trim()}`);
    process.exit(1);
  }
}

/** Starts the example apps. They end with this process, however it ends, because their channel to it closes. */
function startApps(seeds, emulate) {
  const child = fork(inRoot("scripts/demo/emulate-child.mjs"), [emulate], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    execArgv: [],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The example apps ended with code ${code}.`)));
    child.once("message", (urls) => {
      child.unref();
      child.channel.unref();
      child.once("exit", () => console.error("The example apps ended; stop the demo and start it again."));
      resolve(urls);
    });
    child.send(seeds);
  });
}

const REPOSITORY = "repos/octocat/hello-world";

/** Lets every account of the example GitHub set up webhooks in its repository, because users pick any account. */
async function shareRepository(github) {
  for (const login of ["admin", "ghost"]) {
    const answer = await fetch(`${github}/${REPOSITORY}/collaborators/${login}`, {
      method: "PUT",
      headers: { authorization: "Bearer the-owner", "content-type": "application/json" },
      body: JSON.stringify({ permission: "admin" }),
    });
    if (!answer.ok) throw new Error(`The example GitHub returned ${answer.status} for the collaborator ${login}.`);
  }
}

const HELP = `Usage: npm run demo

Starts Patchbay and example apps (an emulated GitHub, Google and Slack) on this machine, and prints a one-time link.
  PORT=3001             listens on another port
  PATCHBAY_DATA_DIR     the folder of its data; data-demo by default`;

if (process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
  console.log(HELP);
  process.exit(0);
}

const envDir = process.env.PATCHBAY_DATA_DIR;
loadEnvFile();
const dataDir = claimFolder(envDir);
const emulate = await installPackages();
const publicUrl = (process.env.PATCHBAY_PUBLIC_URL || `http://localhost:${process.env.PORT || 3000}`).replace(
  /\/+$/,
  "",
);
const apps = exampleApps([`${publicUrl}/api/v3/toolkits/auth/callback`], () => randomBytes(16).toString("hex"));
const urls = await startApps(apps.seeds, emulate);
await shareRepository(urls.github);
const demo = Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, { url, ...apps.clients[name] }]));
Object.assign(process.env, {
  PATCHBAY_DEMO: JSON.stringify(demo),
  PATCHBAY_DATA_DIR: dataDir,
  PATCHBAY_OUTBOUND_ALLOW: Object.values(urls)
    .map((url) => new URL(url).host)
    .join(","),
  // The receivers that the guides and the pages show, so that they work without a restart.
  PATCHBAY_WEBHOOK_ALLOW:
    process.env.PATCHBAY_WEBHOOK_ALLOW || "localhost:3001,127.0.0.1:3001,localhost:8080,127.0.0.1:8080",
  // Settings of the normal installation do not apply here: an empty setting counts as absent, and .env does not fill
  // it.
  DATABASE_URL: "",
  DATABASE_URL_FILE: "",
  PATCHBAY_SECRET: "",
  PATCHBAY_SECRET_FILE: "",
  PATCHBAY_KMS: "",
  PATCHBAY_KMS_PREVIOUS: "",
  PATCHBAY_OIDC_ISSUER: "",
  PATCHBAY_OIDC_CLIENT_ID: "",
  PATCHBAY_OIDC_CLIENT_SECRET: "",
  PATCHBAY_OIDC_CLIENT_SECRET_FILE: "",
});
console.log(
  `Demo: example apps of ${Object.keys(urls).join(", ")} run on this machine; tools reach them and public hosts.`,
);
await import("./start.mjs");
