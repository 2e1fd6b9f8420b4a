// The answers while the server starts: a page with the progress for people, and an error in the form of the API for
// programs. It uses Node alone, because the packages are not installed yet.
import { createHash, randomBytes } from "node:crypto";
import { API_HEADERS, COMMON_HEADERS } from "../../../lib/http/common-headers.mjs";
import { estimateSecondsLeft } from "./start-plan.mjs";

/** Marks the answers of a start, so that the page knows when the server itself answers. */
export const MARK = "x-patchbay-starting";
/** Callers ask again at least this often, because an estimate can be wrong. */
const MAX_RETRY_S = 10;
/** Characters of a step's progress line. */
const MAX_DETAIL = 120;

const STYLE = `
:root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif;
  color: light-dark(#17171a, #ededf0); background: light-dark(#fff, #0e0e10); }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; }
main { width: min(34rem, calc(100vw - 3rem)); padding: 2rem 0; }
h1 { font-size: 20px; line-height: 28px; margin: 0 0 .25rem; }
p { margin: .25rem 0; color: light-dark(#5a5a63, #a5a5ae); overflow-wrap: anywhere; }
progress { width: 100%; height: 6px; margin: 1rem 0; accent-color: light-dark(#e8590c, #ff7a2f); }
ol { list-style: none; margin: 0; padding: 0; }
li { display: grid; grid-template-columns: 1.5rem 1fr auto; padding: .25rem 0; }
li p { grid-column: 2 / -1; font-size: 12px; line-height: 16px; }
.waiting { color: light-dark(#5a5a63, #a5a5ae); }
.running { font-weight: 600; } .running p { font-weight: 400; }
`;

/**
 * Asks for the address "/", because a request for this page's own address could use up a one-time link. It reloads as
 * soon as the server answers, and stays during the moment in which nothing listens.
 */
const SCRIPT = `
let failures = 0;
async function look() {
  try {
    const response = await fetch("/", { headers: { accept: "text/html" }, cache: "no-store", redirect: "manual" });
    if (!response.headers.has("${MARK}")) return location.reload();
    const next = new DOMParser().parseFromString(await response.text(), "text/html");
    document.querySelector("main").replaceWith(document.adoptNode(next.querySelector("main")));
    failures = 0;
  } catch {
    failures += 1;
    const gone = "Nothing answers here at the moment. If this stays, look at the terminal or the log of the start.";
    if (failures > 4) document.querySelector("#left").textContent = gone;
  }
  setTimeout(look, 1000);
}
setTimeout(look, 1000);
`;

const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text) => text.replace(/[&<>"]/g, (mark) => ESCAPES[mark]);

const SIGNS = { waiting: "·", running: "→", done: "✓", skipped: "✓" };
const WORDS = { waiting: "to do", running: "in progress", done: "done", skipped: "done before" };

function describeTime({ state, seconds, since, until }, now) {
  if (state === "waiting") return seconds > 1 ? `about ${seconds} s` : "";
  if (state === "skipped") return "unchanged";
  return `${Math.round(((until ?? now) - since) / 1000)} s`;
}

const toRow = (step, now) =>
  `<li class="${step.state}"><span aria-hidden="true">${SIGNS[step.state]}</span>` +
  `<span>${escape(step.title)} <span hidden>${WORDS[step.state]}</span></span><span>${describeTime(step, now)}</span>` +
  `${step.state === "running" && step.detail ? `<p>${escape(step.detail.slice(0, MAX_DETAIL))}</p>` : ""}</li>`;

/** "About 1 minute 20 seconds left." */
function describeLeft(seconds) {
  if (seconds < 5) return "A few seconds left.";
  const whole = Math.ceil(seconds / 5) * 5;
  const minutes = Math.floor(whole / 60);
  const parts = [
    minutes > 0 && `${minutes} ${minutes === 1 ? "minute" : "minutes"}`,
    whole % 60 > 0 && `${whole % 60} seconds`,
  ];
  return `About ${parts.filter(Boolean).join(" ")} left.`;
}

function renderPage(stages, now) {
  const steps = stages.flat();
  const total = stages.reduce((sum, stage) => sum + Math.max(0, ...stage.map(({ seconds }) => seconds)), 0);
  const left = estimateSecondsLeft(stages, now);
  const done = total > 0 ? Math.max(0, Math.min(1, 1 - left / total)) : 0;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Patchbay is starting</title>
<noscript><meta http-equiv="refresh" content="3"></noscript>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Patchbay is starting</h1>
<p id="left">${describeLeft(left)} This page opens Patchbay then.</p>
<progress max="1" value="${done.toFixed(2)}" aria-label="Progress of the start"></progress>
<ol>${steps.map((step) => toRow(step, now)).join("\n")}</ol>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const newRequestId = () => `req_${[...randomBytes(12)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("")}`;

/** The same form as the errors of the API. */
function renderError(requestId, retryAfter) {
  return JSON.stringify({
    error: {
      message: "The server is starting and takes no calls yet.",
      code: 503,
      slug: "ServerStarting",
      status: 503,
      request_id: requestId,
      suggested_fix: `Call again in ${retryAfter} seconds; a browser shows the progress at this address.`,
    },
  });
}

/** Whether a person's browser asks for a page. */
const isOfBrowser = ({ method, headers }) =>
  (method === "GET" || method === "HEAD") && (headers.accept ?? "").includes("text/html");

/**
 * @param {{ method?: string, headers: { accept?: string } }} request
 * @param {import("./start-plan.mjs").PlannedStep[][]} stages
 * @param {number} now a time in ms
 * @returns {{ status: number, headers: Record<string, string>, body: string }}
 */
export function answerEarly(request, stages, now = Date.now()) {
  const retryAfter = Math.min(Math.max(Math.ceil(estimateSecondsLeft(stages, now)), 1), MAX_RETRY_S);
  const requestId = newRequestId();
  const common = {
    "cache-control": "no-store",
    "retry-after": String(retryAfter),
    "x-request-id": requestId,
    [MARK]: "1",
    // A connection that stays open would lead to this server after another one has taken the port.
    connection: "close",
  };
  if (isOfBrowser(request))
    return {
      status: 503,
      headers: {
        ...COMMON_HEADERS,
        ...common,
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": POLICY,
      },
      body: renderPage(stages, now),
    };
  return {
    status: 503,
    headers: { ...API_HEADERS, ...common, "content-type": "application/json" },
    body: renderError(requestId, retryAfter),
  };
}
