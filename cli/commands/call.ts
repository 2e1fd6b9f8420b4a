/** `patchbay call SLUG`: runs a tool. */
import { defineCommand, EXIT, UsageError } from "../command";
import { readArguments } from "../read-arguments";
import { callApi } from "../server/call-api";
import { SERVER_OPTIONS } from "../server/options";
import { requireTarget } from "../server/target";
import { toSegment } from "../server/to-segment";
import { toJsonText } from "../terminal/json-text";
import { toPlainLine } from "../terminal/lay-out";

type Answer = { data: unknown; error: string | null; successful: boolean; log_id: string; warnings?: string[] };

export const call = defineCommand({
  usage: "SLUG [ARGUMENTS]",
  about: [
    "ARGUMENTS are JSON: in the command line, in a file (@file.json), or from standard input (-).",
    "The data goes to standard output, the log ID and problems to standard error. " +
      "The exit code is 3 if the call ran and the tool failed.",
    `Example: patchbay call HACKERNEWS_GET_USER '{"username": "pg"}'`,
  ],
  options: {
    user: { type: "string", value: "ID", description: "The user whose account is used" },
    account: { type: "string", value: "ID", description: "The connected account that is used (ca_...)" },
    "tool-version": { type: "string", value: "VERSION", description: "The version of the toolkit (default: latest)" },
    "dry-run": { type: "boolean", description: "Show the request, and do not send it" },
    "all-pages": { type: "boolean", description: "Read the following pages of a list too" },
    "idempotency-key": {
      type: "string",
      value: "KEY",
      description: "Calls with the same key run once within 24 hours",
    },
    ...SERVER_OPTIONS,
  },
  run: async (context) => {
    const { positionals, values, stdin, out, err, json, isJson, signal } = context;
    const [slug, text, ...more] = positionals;
    if (slug === undefined) throw new UsageError("Name a tool by its slug.");
    if (more.length > 0) throw new UsageError("Put the arguments into one JSON object, in single quotes.");
    const target = await requireTarget(context);
    const idempotencyKey = values["idempotency-key"];
    const answer = await callApi<Answer>(target, "POST", `/api/v3/tools/execute/${toSegment(slug)}`, {
      body: {
        arguments: await readArguments(text, stdin),
        version: values["tool-version"] ?? "latest",
        ...(values.user !== undefined && { user_id: values.user }),
        ...(values.account !== undefined && { connected_account_id: values.account }),
        ...(values["dry-run"] && { dry_run: true }),
        ...(values["all-pages"] && { auto_paginate: true }),
      },
      ...(idempotencyKey !== undefined && { headers: { "idempotency-key": idempotencyKey } }),
      signal,
    });
    if (isJson) json(answer);
    else out(toJsonText(answer.data, 2));
    for (const warning of answer.warnings ?? []) err(toPlainLine(warning));
    if (!answer.successful) err(toPlainLine(answer.error ?? "The tool failed."));
    if (answer.log_id) err(`Log: ${answer.log_id}`);
    return answer.successful ? EXIT.done : EXIT.toolFailed;
  },
});
