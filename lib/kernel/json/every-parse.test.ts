/** This folder parses JSON that others wrote, after counting it; this file lists all other parsing of JSON. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";

/** Files that can parse JSON without counting it, and the limit of that JSON. */
const BOUND_BY: Record<string, string> = {
  "lib/catalog/compile/sources/mend-media.ts": "own data: examples in descriptions of the catalog, read by a build",
  "lib/catalog/compile/sources/parse-source.ts": "own data: descriptions of the catalog, read by a build",
  "lib/catalog/compile/sources/recorded-examples.ts":
    "own data: examples in descriptions of the catalog, read by a build",
  "lib/catalog/load/own-toolkit-rows.ts": "own data: written a moment before",
  "lib/catalog/load/read-contents.ts": "own data: the compiled catalog",
  "lib/connected-accounts/connect/oauth1-consent.ts": "own data: sealed with the link, of an answer that was counted",
  "lib/connected-accounts/credentials/spill-tokens.ts": "own data: files of this server with sealed tokens",
  "lib/contract/client.ts": "answers of this server, in a browser",
  "lib/contract/client-error.ts": "answers of this server, in a browser",
  "lib/contract/read-events.ts": "answers of this server, in a browser",
  "lib/execution/through-cache.ts": "own data: an answer that was counted before",
  "lib/files/signed-url.ts": "own data: its signature is checked before",
  "lib/find/rerank.ts": "own data: made of an answer that was counted",
  "lib/guides/find-guide-origin.ts": "a file of this project",
  "lib/guides/reference/read-recorded-answer.ts": "a file of this project",
  "lib/http/api-door/define-route.ts": "own data: an answer of ours, and in development only",
  "lib/http/mcp/remember-client.ts": "own data from another copy, bounded by the 8000 bytes of a notification",
  "lib/http/mcp/manage/open-management.ts": "own data: an error of our API",
  "lib/http/mcp/ask-client.ts": "own data from another copy, of a message that was counted, bounded by 8 MB",
  "lib/http/mcp/sse-transport.ts": "own data from another copy: a message as a text, bounded by 8 MB",
  "lib/kernel/database/cursor.ts": "own data: a cursor's signature and its 8000 characters are checked before",
  "lib/kernel/json/read-json.ts": "bounded by the count before it",
  "lib/kernel/process/env-forms.ts": "settings of the operator",
  "lib/kernel/process/vault.ts": "own data: what this server sealed",
  "lib/logs/execution-log.ts": "own data: a row of the log, bounded by 32 kB",
  "lib/logs/keep-lost-calls.ts": "own data: files of this server with a line for each call",
  "lib/logs/spill-rows.ts": "own data: files of this server with sealed rows of the log",
  "lib/own-toolkits/added/try-draft-tool.ts": "own data: one tool from the thread, bounded by 250 kB",
  "lib/own-toolkits/compile/compile-job.ts": "own data: rows of tools, in a thread with limits of memory and time",
  "lib/own-toolkits/compile/find-auth.ts": "own data: written a moment before",
  "lib/own-toolkits/compile/find-lines.ts": "a single name of a text that was counted",
  "lib/own-toolkits/compile/graphql-operations.ts": "10 MB of a schema, in a thread with limits of memory and time",
  "lib/search/index-bytes.ts": "own data: the index of the catalog",
  "lib/triggers/instances/owner-key.ts": "own data: a key of ours in a column",
  "lib/webhooks/events/event-content.ts": "own data: a sealed event, of a message that was counted",
  "lib/workbench/sessions/stores.ts": "own data: files outside of what code in a sandbox can write",
};

/** Without `z.json()`, which is a form. */
const PARSES = /\bJSON\.parse\b|(?<!\bz)\.json\(\)/;
/** Files in which the call is only inside a text or a comment. */
const IN_PAGES = new Set(["lib/connected-accounts/pages/deliver-result.ts"]);

const sources = (folder: string): string[] =>
  readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.split(path.sep).join("/")));

it("every place that parses JSON without counting it is listed with what bounds it", () => {
  const files = [...sources("lib"), ...sources("app"), "server.ts", "server-routes.ts", "page-server.ts", "proxy.tsx"];
  const users = files.filter((file) => !IN_PAGES.has(file) && PARSES.test(readFileSync(inRoot(file), "utf8")));
  expect(users.toSorted(), "read JSON of others by lib/kernel/json, or say here what bounds it").toEqual(
    Object.keys(BOUND_BY).toSorted(),
  );
});
