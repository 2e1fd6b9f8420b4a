// The release as an operator meets it: the archive is installed without a network by another user, started on an empty
// data folder, used for the main job, backed up, restored elsewhere, started on the database of an earlier version, and
// stopped. `npm test` runs it; it prints how long each part took.
//   node scripts/release/story.mjs [ARCHIVE]
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../paths.mjs";
import { freePort } from "../postgres/postgres.mjs";
import { doMainJob, findAccount, runTool, startGithub } from "./story/main-job.mjs";
import { startSearch, useSearch } from "./story/search.mjs";
import { describeServer, readHealth, start, stop, waitFor } from "./story/server.mjs";
import {
  clear,
  folder,
  install,
  makeFolder,
  note,
  patchbay,
  printTimes,
  timed,
  writePrivately,
} from "./story/stage.mjs";
import { upgradeSavedState } from "./story/upgrade.mjs";

const file = (name) => path.join(folder, name);

async function openPage({ url }) {
  const page = await fetch(`${url}/login`);
  assert.equal(page.status, 200, "A page of Next failed");
  assert.match(await page.text(), /<html/);
}

/** A new server does the main job, and does it again after a second start. */
async function useNewServer(server, github) {
  const first = await start(server, "first start");
  note(...(first.output().match(/✓ [^"\n]*/g) ?? []));
  const { api_key: key, project_id: projectId } = await patchbay("provision", "--email", "operator@example.com");
  const client = { url: server.url, key };
  await useSearch(client);
  const ids = await timed("main job", () => doMainJob(client, github));
  await openPage(server);
  assert.equal((await patchbay("status")).ready, true);
  const problems = (await patchbay("doctor")).filter(({ state }) => state === "problem");
  assert.deepEqual(problems, []);
  await stop(server, first, "stop");
  const second = await start(server, "second start");
  assert.doesNotMatch(second.output(), /Loading the catalog|Updating the database/, "The second start repeats work");
  await runTool(client, ids.accountId);
  return { server, child: second, key, projectId, ...ids };
}

/** The running server is backed up, and its backup starts on another folder and port. */
async function drill(original, server) {
  const passphrase = writePrivately(file("passphrase"), "a passphrase of the story\n");
  const report = await timed("backup", () =>
    patchbay("backup", file("story.backup"), `--passphrase-file=${passphrase}`, `--secret-file=${file("secret")}`),
  );
  assert.equal(report.verified, true);
  const args = [file("story.backup"), `--passphrase-file=${passphrase}`, `--secret-file=${file("secret")}`];
  await timed("restore", () => patchbay("restore", ...args, ...server.data));
  const child = await start(server, "start of the restored server");
  assert.notEqual((await readHealth(server)).quiet, null, "The restored server is not quiet");
  const client = { url: server.url, key: original.key };
  const account = await findAccount(client, original.accountId);
  assert.equal(account.auth_config.id, original.configId);
  assert.equal(account.status, "ACTIVE");
  await runTool(client, original.accountId);
  await stop(original.server, original.child, "stop of the original");
  await timed("waking", async () => {
    assert.deepEqual(await patchbay("restore", "--wake", "--yes", ...server.data), { woken: true });
    await waitFor("A server that is awake", async () => (await readHealth(server)).quiet === null);
  });
  await runTool(client, original.accountId);
  await stop(server, child, "stop of the restored server");
}

async function tell(archive) {
  const ports = [await freePort(), await freePort(), await freePort()];
  const search = await startSearch();
  const github = await startGithub(ports.map((port) => `http://localhost:${port}`));
  const settings = {
    ...search.settings,
    PATCHBAY_OUTBOUND_ALLOW: `${search.address},${new URL(github.url).host}`,
  };
  try {
    await install(archive);
    const original = await useNewServer(describeServer(ports[0], settings), github);
    await drill(original, describeServer(ports[1], settings, makeFolder("restored")));
    await upgradeSavedState(ports[2], settings, github);
  } finally {
    clear();
    github.stop();
    search.close();
  }
}

const folderOfArchives = inRoot("dist/release");
const suffix = `${process.platform}-${process.arch}.tgz`;
await timed("all", () =>
  tell(
    process.argv[2] ??
      path.join(folderOfArchives, readdirSync(folderOfArchives).find((name) => name.endsWith(suffix)) ?? suffix),
  ),
);
printTimes();
