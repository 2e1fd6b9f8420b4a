// `npm start`: from a fresh checkout to the running app in one command; `--dev` for development with hot reload. This
// process keeps PostgreSQL and the server running, each in a separate process.
import "./start/node-version.mjs";
import "./start/log-format.mjs";
import { assertRoom, hasRoomForBoth } from "./start/assert-room.mjs";
import { beforeEnd, end, orStop, signal, startIsOver } from "./start/ending.mjs";
import { installAppPackages } from "./start/install-packages.mjs";
import { inRoot, loadEnvFile, release, root } from "./paths.mjs";
import { assertBuilt } from "./start/run-packages.mjs";
import { Refusal, sentenceOf, waitForDatabase } from "./start/start-problems.mjs";
import { assertPortFree, portTaken } from "./start/port.mjs";
import { openProgressPage, readAddress } from "./start/progress-page/open-progress-page.mjs";
import { followSteps, step } from "./start/steps.mjs";

const dev = process.argv.includes("--dev");
/** A release contains programs of one platform. */
function assertPlatform() {
  if (release && (release.platform !== process.platform || release.arch !== process.arch))
    throw new Refusal(
      `This release is for ${release.platform}-${release.arch}, and this machine is ${process.platform}-${process.arch}: install the archive for this machine.`,
    );
}

async function readSettings() {
  const { misspelledSettings, readEnv } = await import("../dist/settings.mjs");
  for (const line of misspelledSettings()) console.error(line);
  try {
    return readEnv();
  } catch (error) {
    if (error.name === "SettingsError" || error.constructor.name === "SettingsError")
      throw new Refusal(
        `The settings are not right.\n${error.message}\nCorrect them in the environment or in .env (see .env.example) and start again.`,
      );
    throw error;
  }
}

/** Starts the embedded database, and keeps it running until the app has ended. */
async function startEmbedded({ dataDir, databaseConnections }) {
  const { startPostgres } = await import("./postgres/postgres.mjs");
  const { keepPostgres } = await import("./postgres/keep-postgres.mjs");
  return step("Starting PostgreSQL", (_, say) => {
    const postgres = keepPostgres(
      (options) => startPostgres({ dataDir, connections: databaseConnections, say, ...options }),
      {
        say: (line) => console.error(line),
        gaveUp: () => {
          console.error(`PostgreSQL does not come up again; its log is ${dataDir}/postgres.log. Stopping.`);
          void end(1);
        },
      },
    );
    beforeEnd(postgres.stop, postgres.kill);
    return postgres.start(signal);
  });
}

/** Takes the data folder and runs the embedded database on it, unless the operator provides a database. */
async function startDatabase(settings) {
  const { claimDataFolder, describeRuntime, releaseDataFolder } = await import("./start/runtime-file.mjs");
  if (!claimDataFolder(settings.dataDir))
    console.error(
      `Files cannot be locked here (the program flock of util-linux or BusyBox is missing, or the disk has no locks): see to it yourself that no second container uses ${settings.dataDir}.`,
    );
  beforeEnd(async () => releaseDataFolder(settings.dataDir));
  if (settings.databaseUrl && !settings.files.s3)
    console.log(
      `Files are kept in ${settings.dataDir}, where other copies of the app on this database do not find them: set PATCHBAY_S3_BUCKET to run more than one.`,
    );
  if (settings.databaseUrl) await waitForDatabase(settings.databaseUrl, { say: (line) => console.error(line), signal });
  const url = settings.databaseUrl ?? (await orStop(startEmbedded(settings)));
  process.env.DATABASE_URL = url;
  // The server gets the address itself: both settings together are refused, and .env does not fill an empty one.
  process.env.DATABASE_URL_FILE = "";
  describeRuntime(settings.dataDir, { url, port: settings.port, publicUrl: settings.publicUrl });
  const { migrate } = await import("./start/migrate.mjs");
  await step("Updating the database", async () => (await migrate(url)).length > 0);
  return url;
}

/** next-auth reads its own variable; an operator sets only ours, and next-auth's is derived from it. */
function deriveEnvironment(settings) {
  process.env.NODE_ENV = dev ? "development" : "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  process.env.NEXTAUTH_URL = settings.publicUrl;
  process.env.PATCHBAY_DATA_DIR = settings.dataDir;
}

/** A step that makes something; a release contains what it makes. */
const build = (title, work) => (release ? undefined : orStop(step(title, work)));

/** Shows the progress at the server's address. A wrong or forbidden address is reported with the other settings. */
async function showProgress() {
  const address = readAddress();
  const page = address && (await openProgressPage(address, { dev }));
  if (page) followSteps(page.follow);
  return page;
}

/** Begins a step that is awaited later, where its error is thrown. */
function begin(title, work) {
  const result = build(title, work);
  result?.catch(() => {});
  return result;
}

async function bundleAll(setUp) {
  await build("Bundling the server", setUp.bundleServer);
  await build("Bundling the commands", setUp.bundleOperator);
}

async function prepare(page) {
  const install = () => installAppPackages({ builds: dev, archives: hasRoomForBoth() });
  await build("Installing packages", install);
  const setUp = await orStop(import("./start/set-up.mjs"));
  const sideBySide = hasRoomForBoth();
  const compile = () => begin("Compiling the catalog", setUp.compileCatalog);
  const buildPages = () => (dev ? undefined : begin("Building the pages", (detail) => setUp.buildPages(detail)));
  const catalog = sideBySide ? compile() : undefined;
  const client = begin("Generating the database client", setUp.generateClient);
  if (!release) await orStop(setUp.bundleSettings());
  const settings = await orStop(readSettings());
  if (!page) await assertPortFree(settings.port, settings.host, dev);
  deriveEnvironment(settings);
  const url = await orStop(startDatabase(settings));
  await orStop(client);
  if (!release) setUp.writeTables();
  const pages = sideBySide ? buildPages() : undefined;
  const prepareCatalog = async () => {
    await bundleAll(setUp);
    await orStop(catalog ?? compile());
    await orStop(step("Loading the catalog", (detail) => setUp.loadCatalog(url, detail)));
  };
  await orStop(Promise.all([prepareCatalog(), pages]));
  if (!sideBySide) await buildPages();
  return settings;
}

async function run() {
  assertPlatform();
  if (!dev) assertBuilt();
  assertRoom({ dev, warn: (line) => console.error(line) });
  const page = await orStop(showProgress());
  const { host, port, publicUrl, watching, processes, dataDir } = await prepare(page);
  page?.follow({ title: "Starting the server", state: "running" });
  const { superviseAll } = await orStop(import("./start/supervise-all.mjs"));
  const server = superviseAll(
    inRoot("scripts/start/server-process.mjs"),
    { host, port, publicUrl, dev, fastDoor: release !== null || process.env.PATCHBAY_FAST_DOOR !== "off" },
    {
      // Next compiles for one process only.
      count: dev ? 1 : processes,
      dataDir,
      leavesAfterMs: watching.shutdownDelayMs,
      beforeListen: async () => page?.close(),
      say: (line) => console.error(line),
      gaveUp: () => {
        console.error("The server does not come up again. Stopping.");
        void end(1);
      },
    },
  );
  beforeEnd(server.stop, server.kill);
  const next = await server.ready.catch((error) => {
    throw error.code === "EADDRINUSE" ? portTaken(port, host, dev) : error;
  });
  await orStop();
  startIsOver();
  console.log(["", `Patchbay is running at ${publicUrl}`, ...next].join("\n"));
  console.log("Press Ctrl-C to stop it.");
}

process.chdir(root);
loadEnvFile();
try {
  await run();
} catch (error) {
  if (!signal.aborted) {
    const isExpected =
      error instanceof Refusal ||
      ["DataFolderInUse", "CommandFailed", "StartFailed", "NewerDatabase"].includes(error.constructor.name);
    console.error(`\n${isExpected ? error.message : (sentenceOf(error) ?? error.stack)}`);
    if (error.output) console.error(error.output.trim().split("\n").slice(-60).join("\n"));
    await end(1);
  }
}
