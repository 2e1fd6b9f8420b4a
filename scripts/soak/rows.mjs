// Executions with hard texts against the built product, while it, its database and the provider fail in turn. Each
// answered execution must have one row in the log. `npm run soak -- rows` runs it after the test of rows that wait at a
// stop.
import { readFileSync } from "node:fs";
import { HARD_TEXTS, startHostileProvider } from "./hostile-provider.mjs";
import { startRestartable } from "./restartable-product.mjs";
import { compare } from "./rows-and-answers.mjs";

const CALLERS = 16;
const PAUSE_MS = 100;
const MAX_CALL_MS = 60_000;
const CALLS_A_ROUND = 250;
const TEXTS = Object.values(HARD_TEXTS);

const callCount = Number(process.argv[2] ?? 400);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const provider = await startHostileProvider();
const product = await startRestartable();

/** The failures, one for each round in turn; each resolves when everything works again. */
const FAILURES = {
  "nothing fails": async () => {},
  "the provider breaks every connection": async () => {
    provider.down.now = true;
    await pause(1_500);
    provider.down.now = false;
  },
  "the database is killed": product.killDatabase,
  "the database hangs for 3 s": () => product.freezeDatabase(() => pause(3_000)),
  "the product is told to stop": product.restart,
  "the product is told to stop while the database hangs": () => product.freezeDatabase(product.stopAtFrozen),
  "the server is killed": product.killServer,
};

/** The nth call; some calls name an account, some a user, some a missing account or user. */
function callOf(n, accounts) {
  const { id, user } = accounts[n % accounts.length];
  const text = TEXTS[Math.floor(n / 7) % TEXTS.length];
  const github = (slug, body) => ["POST", `/tools/execute/${slug}`, body];
  return [
    () => github("GITHUB_GET_THE_AUTHENTICATED_USER", { connected_account_id: id, arguments: {} }),
    () => github("GITHUB_GET_THE_AUTHENTICATED_USER", { user_id: user, arguments: {} }),
    () =>
      github("GITHUB_CREATE_AN_ISSUE", {
        connected_account_id: id,
        arguments: { owner: "octocat", repo: text, title: text, body: text },
      }),
    () => github("proxy", { connected_account_id: id, endpoint: "/user", method: "GET" }),
    () => github("proxy", { connected_account_id: `ca_${text.slice(0, 20)}`, endpoint: "/user", method: "GET" }),
    () => github("GITHUB_GET_THE_AUTHENTICATED_USER", { user_id: `nobody ${text}`, arguments: {} }),
    () => github("GITHUB_GET_A_USER", { connected_account_id: id, arguments: { username: text } }),
  ][n % 7]();
}

/** Time and status of each response, by the request's id. */
const answers = new Map();
const counts = { unanswered: 0, refused: 0 };

async function call(n, accounts) {
  const [method, path, body] = callOf(n, accounts);
  try {
    const response = await product.ask(method, path, body, MAX_CALL_MS);
    const text = await response.text();
    const answer = { at: Date.now(), status: response.status, path, said: text.slice(0, 300) };
    // The request was refused before an execution began: it was malformed, or the database was unavailable. Every
    // execution that began has a row.
    const isBefore = response.status >= 500 || text.includes("The request is malformed.");
    if (isBefore) counts.refused++;
    answers.set(response.headers.get("x-request-id"), { ...answer, isBefore });
    if (response.status === 503) await pause(PAUSE_MS);
  } catch {
    counts.unanswered++;
    await pause(PAUSE_MS);
  }
}

async function connectAll() {
  const [accounts, refusedNames] = [[], []];
  for (const [what, user] of Object.entries(HARD_TEXTS))
    await product.connect(provider.url, user).then(
      (id) => accounts.push({ id, user }),
      () => refusedNames.push(what),
    );
  console.log(`Accounts of ${accounts.length} users; refused as a user's id: ${refusedNames.join(", ")}`);
  return accounts;
}

/** Calls run all the time: a part of each round's before its failure, the rest during and after it. */
async function drive(accounts) {
  const names = Object.keys(FAILURES);
  const rounds = names.length * Math.max(1, Math.round(callCount / CALLS_A_ROUND / names.length));
  const countAnswers = () => answers.size - counts.refused;
  let [next, allowed, isOver] = [0, 0, false];
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) await (countAnswers() < allowed ? call(next++, accounts) : pause(PAUSE_MS / 5));
  });
  const untilAnswered = async () => {
    while (countAnswers() < allowed) await pause(PAUSE_MS / 5);
  };
  for (let round = 0; round < rounds; round++) {
    const name = names[round % names.length];
    const [before, roundStart] = [answers.size, Date.now()];
    allowed = (callCount * (round + 1 / 3)) / rounds;
    await untilAnswered();
    allowed = (callCount * (round + 1)) / rounds;
    await FAILURES[name]();
    await untilAnswered();
    console.log(`${name}: ${answers.size - before} answers in ${((Date.now() - roundStart) / 1000).toFixed(1)} s`);
  }
  isOver = true;
  await Promise.all(callers);
  return rounds;
}

try {
  const accounts = await connectAll();
  const startedAt = Date.now();
  const rounds = await drive(accounts);
  await product.untilRowsWritten();
  const { problems, line } = await compare(product.databaseUrl(), answers, product.kills);
  console.log(
    `The product, ${rounds} rounds in ${Math.round((Date.now() - startedAt) / 1000)} s: ${answers.size} answers (${counts.refused} of them before an execution began), ${counts.unanswered} calls without one; ${line}`,
  );
  if (product.leftFiles().length > 0) problems.push(`files are left: ${product.leftFiles().join(", ")}`);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) {
    console.log(readFileSync(product.output, "utf8").split("\n").slice(-40).join("\n"));
    process.exitCode = 1;
  }
} finally {
  await product.end();
  provider.stop();
}
