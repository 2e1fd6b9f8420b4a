/** Sends random requests of a description's tools as the executor does, and counts how many the description accepts. */
import type { CompiledTool } from "@/lib/catalog/compiled-toolkit";
import type { ToolSchema } from "@/lib/catalog/tool-schema";
import type { HandlerFile } from "@/lib/catalog/tool-handler";
import type { ToolRequest } from "@/lib/catalog/tool-request";
import { prepareArguments } from "@/lib/execution/request/arguments";
import { toRequest } from "@/lib/execution/request/http-tool";
import { ApiError } from "@/lib/kernel/errors";
import { send } from "@/lib/kernel/outbound/send";
import type { Description, RequestTool } from "./descriptions";
import { exceptionFor } from "./exceptions";
import { keyOnWire } from "./mock-server";
import { Random, seedOf } from "./random";
import { ArgumentWriter, NoValue, type ArgumentLocation } from "./random-arguments";

export type Reject = {
  tool: string;
  operation: string;
  words: string;
  arguments: string;
  exception?: string | undefined;
};
/** `skipped` requests were never sent, because the generator found no value; they are neither accepted nor rejected. */
export type Result = { name: string; requests: number; accepted: number; rejects: Reject[]; skipped: string[] };

const FILE: HandlerFile = { name: "note.txt", mimetype: "text/plain", bytes: Buffer.from("hello") };

function placeOf(request: ToolRequest | undefined, key: string): ArgumentLocation {
  if (!request) return "body";
  const { parameters, body } = request;
  return (
    parameters.find((parameter) => parameter.key === key)?.in ??
    (/json/i.test(body?.contentType ?? "") ? "body" : "form")
  );
}

const isOfAccount = (request: ToolRequest | undefined, name: string): boolean =>
  (request?.parameters ?? []).some(({ key, fromConnection }) => key === name && fromConnection !== undefined);

const isFile = (schema: ToolSchema): boolean => schema.file_uploadable === true;

/**
 * Random arguments: all that are required, and some of the optional arguments.
 * @param share the share of optional arguments; without it, some requests have none, some all, most a few
 * @throws NoValue for a required argument
 */
export function randomArguments(
  { inputSchema, run: { request } }: Pick<CompiledTool, "inputSchema" | "run">,
  random: Random,
  share = random.pick([0, 0.2, 0.4, 1]),
): { args: Record<string, unknown>; files: Map<string, HandlerFile> } {
  const args: Record<string, unknown> = {};
  const files = new Map<string, HandlerFile>();
  for (const [key, schema] of Object.entries(inputSchema.properties)) {
    // The account can fill in a path parameter, or an argument that the tool takes from it; this test has no account.
    const required =
      (inputSchema.required?.includes(key) ?? false) || placeOf(request, key) === "path" || isOfAccount(request, key);
    if (!required && !random.chance(share)) continue;
    try {
      args[key] = isFile(schema)
        ? { name: FILE.name, mimetype: FILE.mimetype, s3key: "files/1" }
        : new ArgumentWriter(random, placeOf(request, key)).value(schema);
      if (isFile(schema))
        files.set(key, request?.body?.mode === "file" ? { ...FILE, mimetype: request.body.contentType } : FILE);
    } catch (error) {
      if (required || !(error instanceof NoValue)) throw error;
    }
  }
  return { args, files };
}

/** Sends one request and returns the problems that the description found. */
async function sendOne(
  tool: RequestTool,
  baseUrl: string,
  random: Random,
): Promise<{ problems: string[]; args: Record<string, unknown> }> {
  const sample = randomArguments(tool, random);
  const args = prepareArguments(tool, sample.args);
  const request = toRequest(tool.run.request, args, { baseUrl, files: sample.files });
  const answer = await send({
    projectId: "fidelity",
    ...request,
    headers: {
      ...request.headers,
      "x-expected-operation": encodeURIComponent(keyOnWire(`${request.method} ${tool.run.request.path}`)),
    },
  });
  return { problems: (JSON.parse(answer.body.toString("utf8")) as { problems: string[] }).problems, args };
}

/**
 * Sends `count` requests; the seed decides the order in which the tools take turns.
 * @param baseUrl the address that serves the description
 */
export async function runRequests(
  { name, tools }: Description,
  baseUrl: string,
  { seed, count }: { seed: number; count: number },
): Promise<Result> {
  const result: Result = { name, requests: 0, accepted: 0, rejects: [], skipped: [] };
  const order = new Random(seedOf(seed, name));
  const shuffled = tools
    .map((tool) => ({ tool, at: order.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ tool }) => tool);
  for (let n = 0; n < count && shuffled.length > 0; n++) {
    const tool = shuffled[n % shuffled.length] as RequestTool;
    const random = new Random(seedOf(seed + n, tool.slug));
    const operation = `${tool.run.request.method} ${tool.run.request.path}`;
    try {
      const { problems, args } = await sendOne(tool, baseUrl, random);
      result.requests += 1;
      const words = problems[0];
      if (words === undefined) result.accepted += 1;
      else
        result.rejects.push({
          tool: tool.slug,
          operation,
          words,
          arguments: JSON.stringify(args).slice(0, 500),
          exception: exceptionFor(name, operation, words),
        });
    } catch (error) {
      if (!(error instanceof NoValue) && !(error instanceof ApiError)) throw error;
      result.skipped.push(`${tool.slug}: ${error.message}`);
    }
  }
  return result;
}
