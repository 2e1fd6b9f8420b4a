// The release takes over the database of an earlier version, and replaces the secret that seals what is in it.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../../paths.mjs";
import { callApi, doMainJob } from "./main-job.mjs";
import { describeServer, readHealth, start, stop, waitFor } from "./server.mjs";
import { copyToStage, folder, makeFolder, patchbay, timed, writePrivately } from "./stage.mjs";

const STATES = inRoot("test/saved");
/** Every saved state is sealed with the secret of the tests, and written with this key. */
const SAVED_SECRET = "test-secret-test-secret-test-secret-0123456789";
const SAVED_KEY = "07".repeat(32);
const NEW_SECRET = "the-secret-of-the-story-0123456789-0123456789";

const oldestState = () =>
  path.join(
    STATES,
    readdirSync(STATES)
      .filter((name) => /^\d{4}-\d{2}$/.test(name))
      .sort()[0],
  );

/** Everything that programs had with the earlier version is there, under its id. */
async function findEverything(client, { planted, accounts, logIds }) {
  const { items } = await callApi(client, "GET", "/api/v3/connected_accounts?limit=100");
  assert.deepEqual(
    items.map(({ status }) => status),
    Array(accounts).fill("ACTIVE"),
  );
  assert.ok(items.some(({ id }) => id === planted.accountId));
  const subscription = await callApi(client, "GET", `/api/v3/webhook_subscriptions/${planted.subscriptionId}`);
  assert.equal(subscription.secret, planted.secret);
  for (const id of logIds) await callApi(client, "GET", `/api/v3/logs/tool_execution/${id}`);
}

/** Seals everything with a new secret, which opens every stored value, and retires the old one. */
async function replaceSecret(server) {
  server.write({ PATCHBAY_SECRET: NEW_SECRET, PATCHBAY_SECRET_PREVIOUS: SAVED_SECRET });
  const child = await start(server, "start of the upgraded server");
  await timed("sealing again", () =>
    waitFor("The end of the sealing", async () => (await readHealth(server)).sealing.left === 0),
  );
  await stop(server, child, "stop of the upgraded server");
  server.write({ PATCHBAY_SECRET: NEW_SECRET });
  return start(server, "start without the old secret");
}

/** Restores the oldest saved state, wakes it, and does the main job in the project of that time. */
export async function upgradeSavedState(port, settings, github) {
  const state = oldestState();
  const contents = JSON.parse(readFileSync(path.join(state, "contents.json"), "utf8"));
  const server = describeServer(port, settings, makeFolder("upgraded"));
  const key = writePrivately(path.join(folder, "saved-key"), SAVED_KEY);
  const secret = writePrivately(path.join(folder, "saved-secret"), SAVED_SECRET);
  const backup = copyToStage(path.join(state, "server.backup"));
  await timed(`upgrade of the state of ${path.basename(state)}`, () =>
    patchbay("restore", backup, `--key-file=${key}`, `--secret-file=${secret}`, ...server.data),
  );
  assert.equal((await patchbay("migrate", "--check", ...server.data)).pending.length, 0);
  assert.deepEqual(await patchbay("restore", "--wake", "--yes", ...server.data), { woken: true });
  const child = await replaceSecret(server);
  const client = { url: server.url, key: contents.planted.owner.key };
  await findEverything(client, contents);
  await doMainJob(client, github);
  await stop(server, child, "last stop");
}
