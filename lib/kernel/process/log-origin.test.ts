/**
 * Every line of the log contains its origin; the types ask for it, and this file lists the code that can answer
 * "nobody".
 */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";
import { background, log } from "./log";
import { remembered } from "@/test/setup/process-memory";

/** Code that works for no request and for no job, with its reason. */
const WORKS_FOR_NOBODY: Record<string, string> = {
  "lib/access/audit/prune-audit-events.ts": "a job for all organizations",
  "lib/access/audit/seal-audit-events.ts": "a job for all organizations",
  "lib/access/audit/stream-audit-events.ts": "a job for all organizations",
  "lib/access/audit/signing-key.ts": "the key of the whole installation",
  "lib/access/on-access-end.ts": "looks after all open streams at once",
  "lib/access/sign-in/answer-sign-in.ts": "next-auth may write outside of a request",
  "lib/catalog/read/search-tools.ts": "reads the index for all who search",
  "lib/connected-accounts/credentials/keep-tokens.ts": "reads the files of a process before this one, at start",
  "lib/connected-accounts/credentials/spill-tokens.ts": "the same",
  "lib/demo/prepare-demo.ts": "the start of the demo",
  "lib/execution/spend-tokens.ts": "counts after a call has ended, and names its request itself",
  "lib/find/rerank.ts": "a model that fails is told once, for all searches",
  "lib/http/api-door/readable-by-pages.ts": "a page's origin is looked up before its request has an id",
  "lib/http/listener/bound-idle-connections.ts": "looks at all connections of a client at once",
  "lib/http/listener/create-listener.ts": "a connection that was not accepted has brought no request",
  "lib/http/listener/log-access.ts": "the access log names the request of each line itself",
  "lib/http/page-door/page-worker.ts": "the thread for pages itself",
  "lib/http/api-door/limit-unread.ts": "looks at all connections at once",
  "lib/kernel/database/announce-copy.ts": "compares the versions of all copies",
  "lib/kernel/database/availability.ts": "an outage is told once, for all requests",
  "lib/kernel/database/check-connections.ts": "the start of the process",
  "lib/kernel/database/quiet.ts": "the server as a whole, after a restore",
  "lib/kernel/database/watch-workers.ts": "looks after the jobs of other processes",
  "lib/kernel/database/last-used.ts": "writes for many requests together",
  "lib/kernel/database/notify.ts": "one connection for all",
  "lib/kernel/kms/prepare-secrets.ts": "the start of the process",
  "lib/kernel/jobs/clock-items.ts": "writes jobs that nobody has asked for",
  "lib/kernel/jobs/runner.ts": "the workers themselves, between jobs",
  "lib/kernel/jobs/wake.ts": "wakes workers before they have a job",
  "lib/kernel/tracing/start-tracing.ts": "sends the steps of many requests together",
  "lib/kernel/rate-limit/take-token.ts": "gives back what no request used",
  "lib/kernel/process/end-after-exception.ts": "what nobody caught belongs to nobody",
  "lib/logs/begin-call.ts": "a file for the calls of a process",
  "lib/logs/keep-lost-calls.ts": "writes the rows of many calls together",
  "lib/logs/follow-tool-logs.ts": "reads for many that watch",
  "lib/logs/spill-rows.ts": "keeps the rows of many executions together",
  "lib/logs/record-execution.ts": "writes the rows of many executions together",
  "lib/logs/write-rows.ts": "writes the rows of many executions together",
  "lib/metrics/serve-metrics.ts": "metrics are of the whole process",
  "lib/mcp/endpoint/watch-server.ts": "looks for many that listen",
  "lib/oauth-server/on-token-end.ts": "looks for many that listen",
  "lib/policies/project-policies.ts": "compiles rules for many calls",
  "lib/sessions/store/session-costs.ts": "writes for many calls together",
  "lib/workbench/egress/blocked-notes.ts": "writes the refusals of many requests together",
  "lib/workbench/egress/proxy.ts": "code may ask for a way out while nothing runs",
  "lib/workbench/sessions/sandboxes.ts": "makes sandboxes ready for whoever comes",
  "lib/workbench/sessions/capacity.ts": "puts away sandboxes that nobody uses",
  "lib/workbench/sessions/stores.ts": "puts away what another process left",
  "lib/webhooks/delivery/deliver.ts": "makes messages of events that many requests have recorded",
  "lib/webhooks/delivery/disable-subscription.ts": "ends a receiver for whom no request is being answered",
  "lib/webhooks/delivery/receiver-work.ts": "sends what many requests have recorded",
  "lib/webhooks/events/watch-events.ts": "reads for many that watch",
  "lib/webhooks/delivery/start-delivering.ts": "looks for deliveries that nobody waits for",
  "lib/workbench/sessions/sweep-sessions.ts": "looks at the sessions of all projects at once",
  "page-server.ts": "the end of the thread",
  "server.ts": "the end of the process",
};

const sources = (folder: string): string[] =>
  readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.split(path.sep).join("/")));

it("only listed files may log without a request", () => {
  const files = [...sources("lib"), ...sources("app"), "server.ts", "page-server.ts", "proxy.tsx"];
  const users = files.filter(
    (file) => file !== "lib/kernel/process/log.ts" && /\bbackground\(/.test(readFileSync(inRoot(file), "utf8")),
  );
  expect(users.sort()).toEqual(Object.keys(WORKS_FOR_NOBODY).sort());
});

it("a line begins with the request, the job or the part of the process for which it is written", () => {
  const names = remembered.get("log");
  const lines: unknown[] = [];
  remembered.set("log", { warn: (fields: object, message: string) => lines.push([message, Object.entries(fields)]) });
  try {
    log.warn({ requestId: "req_1", more: "no fact" } as { requestId: string }, "of a request", { fact: 1 });
    log.warn({ jobId: "7" }, "of a job");
    log.warn(background("clock"), "of nobody", { password: "secret" });
  } finally {
    remembered.set("log", names);
  }
  expect(lines).toEqual([
    [
      "of a request",
      [
        ["request_id", "req_1"],
        ["fact", 1],
      ],
    ],
    ["of a job", [["job_id", "7"]]],
    [
      "of nobody",
      [
        ["part", "clock"],
        ["password", "[redacted]"],
      ],
    ],
  ]);
});
