/**
 * The requests that code in the workbench can make, with the rights of the call that runs it: the same session and
 * rules. In the log, each request is a part of that call.
 */
import { z } from "zod";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { askProjectModel } from "@/lib/llm/ask-project-model";
import { searchForProject } from "@/lib/web-search/search-for-project";
import { toText } from "@/lib/web-search/search-web";
import { failure, type Helper, type Helpers } from "@/lib/workbench/helpers/helpers";
import type { MetaCall } from "../meta-call";
import { shareFile } from "../../files/share-file";
import { toDefault } from "../multi/multi-execute";
import { proxyExecute } from "../multi/proxy-in-session";
import { runItem } from "../multi/run-item";
import { readArguments } from "../read-arguments";

const LLM_MS = 170_000;
const MOST_QUERY = 200_000;
const MOST_SEARCH = 2000;

/** The call for inner requests: it ends with the cell, and lacks the key of the whole call. */
function within(call: MetaCall, signal: AbortSignal): MetaCall {
  const { idempotencyKey: _, onReplay: __, signal: outer, ...facts } = call.facts;
  return { ...call, facts: { ...facts, signal: outer ? AbortSignal.any([outer, signal]) : signal } };
}

const runOneItem =
  (call: MetaCall): Helper =>
  async (payload, signal) => {
    const position = { index: 0, nth: 0, key: undefined };
    // Code reads whole answers, whatever the model gets.
    const item = isObject(payload) ? { response: {}, ...payload } : payload;
    const { result } = await runItem(item, position, {
      ...within(call, signal),
      defaultAccount: await toDefault(call),
    });
    const { response, error, tool_slug: tool } = result;
    call.watch?.called({ tool, logId: response?.log_id ?? null, error });
    return { data: response ?? {}, error: error ?? "" };
  };

const Proxy = z.object({
  method: z.string().transform((text) => text.toUpperCase()),
  endpoint: z.string(),
  toolkit: z.string().trim().toLowerCase(),
  query_params: z.record(z.string(), z.unknown()).nullish(),
  headers: z.record(z.string(), z.unknown()).nullish(),
  body: z.unknown().optional(),
});

const parametersOf = (values: Values | null | undefined, type: "query" | "header") =>
  Object.entries(values ?? {}).map(([name, value]) => ({
    name,
    type,
    value: typeof value === "object" ? JSON.stringify(value) : String(value),
  }));

/** A cell can send requests to one toolkit only: with several, code could move data between apps unseen. */
function proxy(call: MetaCall): Helper {
  let cellToolkit: string | undefined;
  return async (payload, signal) => {
    if (!call.session.config.workbench.proxy_execution_enabled)
      return failure("This session sends no requests of its own: workbench.enable_proxy_execution is off.");
    const { toolkit, endpoint, method, body, query_params: query, headers } = readArguments(Proxy, payload);
    cellToolkit ??= toolkit;
    if (toolkit !== cellToolkit)
      return failure(`This cell has sent requests to ${cellToolkit}. Send those to ${toolkit} in another cell.`);
    const parameters = [...parametersOf(query, "query"), ...parametersOf(headers, "header")];
    const request = { toolkit_slug: toolkit, endpoint, method, parameters, ...(body !== undefined && { body }) };
    const { data, error } = await proxyExecute(request, within(call, signal));
    const status = typeof data.status === "number" ? data.status : 0;
    return { data, error: error ?? (status >= 400 ? `The app answered with status ${status}.` : "") };
  };
}

const ask =
  ({ session }: MetaCall): Helper =>
  async ({ query }, signal) => {
    if (typeof query !== "string" || query.length > MOST_QUERY)
      return failure(`The query must be a text of at most ${MOST_QUERY} characters.`);
    const messages = [{ role: "user" as const, content: query }];
    const answer = await askProjectModel(session.projectId, { messages, timeoutMs: LLM_MS, signal });
    return "error" in answer ? failure(answer.error) : { data: answer.text, error: "" };
  };

const Path = z.object({ path: z.string().min(1).max(4000) });

const share = ({ session }: MetaCall, payload: Values) =>
  shareFile(session.projectId, session.id, readArguments(Path, payload).path);

const upload =
  (call: MetaCall): Helper =>
  async (payload) => {
    const { url, key, name, mimetype } = await share(call, payload);
    const message = `${name} is stored. Give s3_url to the user: it works for an hour.`;
    return {
      data: { s3_url: url, uploaded_file: name, type: mimetype, id: key.split("/").at(-1), s3key: key, message },
      error: "",
    };
  };

const search =
  ({ session }: MetaCall): Helper =>
  async ({ query }, signal) => {
    if (typeof query !== "string" || query.trim() === "" || query.length > MOST_SEARCH)
      return failure(`The query must be a text of 1 to ${MOST_SEARCH} characters.`);
    const results = await searchForProject(session.projectId, query, signal);
    return "error" in results ? failure(results.error) : { data: toText(results), error: "" };
  };

/** All helpers of one call. Their refusals are returned to the code as texts. */
export const workbenchHelpers = (call: MetaCall): Helpers => ({
  run_composio_tool: runOneItem(call),
  invoke_llm: ask(call),
  proxy_execute: proxy(call),
  web_search: search(call),
  upload_local_file: upload(call),
  get_mount_file_url: async (payload) => ({ data: (await share(call, payload)).url, error: "" }),
});
