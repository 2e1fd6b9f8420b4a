// Own toolkits in the bench: how soon a description is a toolkit that runs, what that costs the server meanwhile, and
// what a thousand own tools cost the lists and searches of a project.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { inRoot } from "../scripts/paths.mjs";
import { makeDocument, readGithubDocument } from "./documents.mjs";
import { median } from "./pairs.mjs";
import { cpuMs, rssMb } from "./processes.mjs";
import { startProduct, startServer } from "./product.mjs";

const BASE = "/internal/patchbay/own_toolkits";
const [OWN_TOOLS, PAIRS, CALLS] = [1_000, 9, 60];
/** Seconds after which the memory of a compilation counts as given back, or not. */
const AFTER_SECONDS = [5, 30];
const AIMS = { growthMb: 150, holdMs: 50, small: 10, large: 30 };

async function ask({ url, key }, method, address, body) {
  const answer = await fetch(`${url}/api/v3${address}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${address} answered ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

/** Uploads a document of any size as a file; gives its key. */
async function upload(product, document) {
  const request = await ask(product, "POST", "/files/upload/request", {
    ...{ toolkit_slug: "github", tool_slug: "GITHUB_GET_THE_AUTHENTICATED_USER", filename: "description.json" },
    ...{ mimetype: "application/json", md5: createHash("md5").update(document).digest("hex") },
  });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(request.new_presigned_url, { method: "PUT", headers, body: document });
  if (!answer.ok) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`);
  return request.key;
}

async function publish(product, slug, source, upstreamUrl, phase = () => {}) {
  const settings = { name: slug.slice("custom_".length), base_url: upstreamUrl };
  await ask(product, "POST", BASE, { ...source, slug, settings });
  phase("draft");
  return ask(product, "POST", `${BASE}/${slug}/publish`);
}

/** The highest memory of the server while work runs, and after it. */
async function watchMemory(pid, work) {
  const beforeMb = rssMb(pid);
  let highestMb = beforeMb;
  const timer = setInterval(() => (highestMb = Math.max(highestMb, rssMb(pid))), 20);
  const result = await work().finally(() => clearInterval(timer));
  const afterMb = [];
  let waited = 0;
  for (const seconds of AFTER_SECONDS) {
    await sleep((seconds - waited) * 1000);
    waited = seconds;
    afterMb.push(Math.round(rssMb(pid) - beforeMb));
  }
  return { result, beforeMb: Math.round(beforeMb), growthMb: Math.round(highestMb - beforeMb), afterMb };
}

/** The longest times for which the event loop was held since then, by the clock and by the processor's time. */
function readHolds(file, startedAt, end = Date.now()) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").filter(Boolean) : [];
  const holds = lines.map((line) => JSON.parse(line)).filter((hold) => hold.at >= startedAt && hold.at <= end);
  const most = (values) => Math.round(Math.max(0, ...values));
  return { wallMs: most(holds.map(({ wallMs }) => wallMs)), cpuMs: most(holds.map((hold) => hold.cpuMs)) };
}

/** From the upload of a document to the first call that succeeded. */
async function measureDocument(product, { slug, document, tool, upstreamUrl, loopFile }) {
  const startedAt = Date.now();
  const phases = [{ name: "begin", at: startedAt }];
  const { result: seconds, ...memory } = await watchMemory(product.pid, async () => {
    const since = performance.now();
    const phase = (name) => phases.push({ name, at: Date.now() });
    const file = await upload(product, document);
    phase("upload");
    const { toolkit } = await publish(product, slug, { file }, upstreamUrl, phase);
    const run = { user_id: "bench", arguments: {}, version: "latest" };
    const answer = await ask(product, "POST", `/tools/execute/${slug.toUpperCase()}_${tool}`, run);
    if (!answer.successful) throw new Error(`The first call failed: ${JSON.stringify(answer).slice(0, 300)}`);
    phase("publish and first call");
    console.log(`${slug}: ${(document.length / 1e6).toFixed(1)} MB, ${toolkit.summary.tools} tools`);
    return (performance.now() - since) / 1000;
  });
  const parts = phases.slice(1).map((phase, index) => {
    const since = phases[index].at;
    return { name: phase.name, seconds: (phase.at - since) / 1000, hold: readHolds(loopFile, since, phase.at) };
  });
  return { seconds: Number(seconds.toFixed(1)), ...memory, hold: readHolds(loopFile, startedAt), parts };
}

function printDocument(name, { seconds, growthMb, afterMb, beforeMb, hold, parts }, aim) {
  console.log(
    `${name}: ${seconds} s to the first call (aim ${aim} s); memory +${growthMb} MB (aim ${AIMS.growthMb}) on ${beforeMb} MB, ` +
      `${AFTER_SECONDS.map((after, index) => `after ${after} s +${afterMb[index]} MB`).join(", ")}; ` +
      `loop held at most ${hold.cpuMs} ms of CPU, ${hold.wallMs} ms by the clock (aim ${AIMS.holdMs})`,
  );
  for (const part of parts) console.log(`  ${part.name}: ${part.seconds} s, held ${part.hold.cpuMs} ms of CPU`);
}

const REQUESTS = [
  ["tools.get, one toolkit", "/tools?toolkit_slug=github&limit=20"],
  ["tools.get, all toolkits", "/tools?limit=20"],
  ["search", "/tools?search=send+an+email+to+a+customer&limit=5"],
  ["get a tool", "/tools/GITHUB_CREATE_AN_ISSUE"],
];

/** Milliseconds of a request by the clock and of the server's CPU, one request after the other. */
async function measureRequests(product, address) {
  const before = { cpu: cpuMs([product.pid]), at: performance.now() };
  for (let call = 0; call < CALLS; call++) await ask(product, "GET", address);
  return { ms: (performance.now() - before.at) / CALLS, cpu: (cpuMs([product.pid]) - before.cpu) / CALLS };
}

/** Pairs of a project without own tools and one with a thousand, in turn. */
async function comparePlain(plain, full) {
  const rows = [];
  for (const [name, address] of REQUESTS) {
    for (const product of [plain, full]) await measureRequests(product, address);
    const ratios = { ms: [], cpu: [] };
    for (let turn = 0; turn < PAIRS; turn++) {
      const sides = [];
      for (const index of turn % 2 ? [1, 0] : [0, 1])
        sides[index] = await measureRequests([plain, full][index], address);
      ratios.ms.push(sides[1].ms / sides[0].ms);
      if (sides[0].cpu > 0) ratios.cpu.push(sides[1].cpu / sides[0].cpu);
    }
    const row = { name, ms: Number(median(ratios.ms).toFixed(3)), cpu: Number(median(ratios.cpu).toFixed(3)) };
    rows.push(row);
    console.log(`${name}: with ${OWN_TOOLS} own tools ${row.ms} times as long, ${row.cpu} times the CPU (aim 1.10)`);
  }
  return rows;
}

async function measureAll(product, upstreamUrl, loopFile) {
  const where = { upstreamUrl, loopFile };
  const result = { load: loadavg()[0] };
  console.log(`load of the machine: ${result.load.toFixed(1)}`);
  const small = {
    slug: "custom_small",
    document: makeDocument("Small", 500, upstreamUrl),
    tool: "LIST_THE_ACCOUNT_1S",
  };
  result.small = await measureDocument(product, { ...small, ...where });
  printDocument("500 operations", result.small, AIMS.small);
  const github = readGithubDocument();
  if (github === undefined) console.log("GitHub's description is not here: npm run catalog fetches it.");
  else {
    const large = { slug: "custom_github", document: github, tool: "GET_THE_AUTHENTICATED_USER" };
    result.large = await measureDocument(product, { ...large, ...where });
    printDocument("GitHub's description", result.large, AIMS.large);
  }
  const [plain, full] = [await product.newProject("plain"), await product.newProject("full")];
  for (const name of ["first", "second"]) {
    const document = makeDocument(name, OWN_TOOLS / 2, upstreamUrl);
    await publish(full, `custom_${name}`, { document }, upstreamUrl);
  }
  result.paired = await comparePlain(plain, full);
  return result;
}

/** @param {Record<string, string | undefined>} environment without a developer's own settings */
export async function measureOwnToolkits(environment) {
  const folder = mkdtempSync(path.join(tmpdir(), "patchbay-loop-"));
  const loopFile = path.join(folder, "holds.jsonl");
  const probe = pathToFileURL(inRoot("bench/loop-probe.mjs")).href;
  const upstream = await startServer("upstream.mjs");
  const product = await startProduct({ ...environment, BENCH_LOOP_FILE: loopFile }, ["--import", probe]);
  try {
    return await measureAll(product, upstream.url, loopFile);
  } finally {
    await product.stop();
    upstream.stop();
    rmSync(folder, { recursive: true });
  }
}
