// The release as an operator meets it: the archive is installed without a network by another user, started on an empty
// data folder, used, stopped and started again. `npm test` runs it; it prints how long each part took.
//   node scripts/release/story.mjs [ARCHIVE]
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { inRoot } from "../paths.mjs";
import { freePort } from "../postgres/postgres.mjs";
import { npmCommand } from "../start/install-packages.mjs";

const NOBODY = 65534;
const asRoot = process.getuid?.() === 0;
const user = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
const folder = mkdtempSync(path.join(tmpdir(), "patchbay-release-"));
const prefix = path.join(folder, "programs");
const program = path.join(prefix, "bin", "patchbay");
const dataDir = path.join(folder, "share", "patchbay");
const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: path.join(folder, "share"), TMPDIR: folder };
const times = [];
const running = new Set();

function giveToUser(...paths) {
  for (const place of paths) if (asRoot) chownSync(place, NOBODY, NOBODY);
}

async function timed(name, work) {
  const since = performance.now();
  const result = await work();
  times.push(`${name}: ${((performance.now() - since) / 1000).toFixed(1)} s`);
  return result;
}

/** Runs a program to its end as the other user, and returns what it wrote to standard output. */
function run(command, args) {
  const child = spawn(command, args, { ...user, cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let problems = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => (output += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk) => (problems += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`${command} ${args.join(" ")} ended with ${code}:\n${output}\n${problems}`)),
    );
  });
}

const patchbay = async (...args) => JSON.parse(await run(program, [...args, "--json"]));

/** Starts the server, and waits until it is ready. */
async function start(port) {
  const child = spawn(program, ["start"], { ...user, cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => (output += chunk));
  const exit = new Promise((resolve) => child.once("close", resolve)).then(() => running.delete(child));
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null);
    if (response?.ok) return { output: () => output, exit };
    assert.equal(child.exitCode, null, `The server ended before it was ready:\n${output}`);
    await wait(50);
  }
}

/** A SearXNG with one result, which the tool asks. */
async function startSearch() {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    const results = [{ url: "https://example.com/", title: "Found in the release", content: "A text", score: 1 }];
    response.end(JSON.stringify({ query: new URL(request.url, "http://x").searchParams.get("q"), results }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `127.0.0.1:${server.address().port}` };
}

/** Installs the archive; afterwards its files belong to root, and the other user can only read them. */
async function install(archive) {
  chmodSync(folder, 0o711);
  const copy = path.join(folder, "release.tgz");
  cpSync(archive, copy);
  mkdirSync(dataDir, { recursive: true });
  giveToUser(folder, copy, path.join(folder, "share"), dataDir);
  const [npm, ...args] = npmCommand();
  const options = ["--prefix", prefix, "--offline", "--no-audit", "--no-fund", "--loglevel=error"];
  await timed("install", () => run(npm, [...args, "install", "--global", copy, ...options]));
  if (!asRoot) return;
  for (const name of ["", ...readdirSync(prefix, { recursive: true })]) {
    const place = path.join(prefix, name);
    if (!place.startsWith(path.join(prefix, "bin"))) chownSync(place, 0, 0);
  }
}

async function useServer(url, key) {
  const answer = await fetch(`${url}/api/v3/tools/execute/COMPOSIO_SEARCH_EXA_ANSWER`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ user_id: "user-1", arguments: { content: "release" } }),
  });
  const result = await answer.json();
  assert.ok(result.successful, `The tool failed: ${JSON.stringify(result)}`);
  assert.match(JSON.stringify(result.data), /Found in the release/);
  const page = await fetch(`${url}/login`);
  assert.equal(page.status, 200, "A page of Next failed");
  assert.match(await page.text(), /<html/);
}

async function tell(archive) {
  const [port, search] = [await freePort(), await startSearch()];
  try {
    await install(archive);
    const settings = [`PORT=${port}`, "PATCHBAY_SEARCH_PROVIDER=searxng", `PATCHBAY_OUTBOUND_ALLOW=${search.address}`];
    writeFileSync(
      path.join(dataDir, ".env"),
      [...settings, `PATCHBAY_SEARCH_BASE_URL=http://${search.address}`].join("\n"),
    );
    const first = await timed("first start", () => start(port));
    times.push(...(first.output().match(/✓ [^"\n]*/g) ?? []));
    const { url, api_key: key } = await patchbay("provision", "--email", "operator@example.com");
    await useServer(url, key);
    assert.equal((await patchbay("status")).ready, true);
    assert.deepEqual(
      (await patchbay("doctor")).filter(({ state }) => state === "problem"),
      [],
    );
    await timed("stop", () => patchbay("stop"));
    await first.exit;
    const second = await timed("second start", () => start(port));
    assert.doesNotMatch(second.output(), /Loading the catalog|Updating the database/, "The second start repeats work");
    await useServer(url, key);
    await patchbay("stop");
    await second.exit;
  } finally {
    for (const child of running) child.kill("SIGKILL");
    search.server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(times.join("\n"));
}

const folderOfArchives = inRoot("dist/release");
const suffix = `${process.platform}-${process.arch}.tgz`;
await tell(
  process.argv[2] ??
    path.join(folderOfArchives, readdirSync(folderOfArchives).find((name) => name.endsWith(suffix)) ?? suffix),
);
