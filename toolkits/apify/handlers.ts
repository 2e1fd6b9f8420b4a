/** Apify tools whose request body is the caller's own JSON, whole: the input of a run, rows, records. */
import type { HandlerTools, ToolHandlers } from "@/lib/catalog/tool-handler";

type Json = Record<string, unknown>;
type RunArgs = { actorId?: string; actorTaskId?: string; body?: Json } & Record<string, unknown>;

const part = (text: string | undefined): string => encodeURIComponent(text ?? "");
const record = (data: unknown): Json =>
  data !== null && typeof data === "object" && !Array.isArray(data) ? (data as Json) : { items: data };

/**
 * Sends every argument except the address and the input as a query parameter of the run endpoints
 * (https://docs.apify.com/api/v2).
 */
async function start(
  { call }: HandlerTools,
  path: string,
  { actorId: _actor, actorTaskId: _task, body, ...options }: RunArgs,
): Promise<Json> {
  const answer = await call({
    method: "POST",
    path,
    query: options as Record<string, string | number | undefined>,
    body: body ?? {},
  });
  return record(answer.data);
}

export const handlers: ToolHandlers = {
  runActor: (args: RunArgs, tools) => start(tools, `/v2/acts/${part(args.actorId)}/runs`, args),
  runActorSync: (args: RunArgs, tools) => start(tools, `/v2/acts/${part(args.actorId)}/run-sync`, args),
  runActorForItems: (args: RunArgs, tools) =>
    start(tools, `/v2/acts/${part(args.actorId)}/run-sync-get-dataset-items`, args),
  runTask: (args: RunArgs, tools) => start(tools, `/v2/actor-tasks/${part(args.actorTaskId)}/runs`, args),
  storeItems: async (args: { datasetId?: string; data?: unknown[] }, { call }) =>
    record(
      (await call({ method: "POST", path: `/v2/datasets/${part(args.datasetId)}/items`, body: args.data ?? [] })).data,
    ),
  storeRecord: async (args: { storeId?: string; key?: string; data?: unknown }, { call }) => {
    await call({
      method: "PUT",
      path: `/v2/key-value-stores/${part(args.storeId)}/records/${part(args.key)}`,
      body: args.data,
    });
    return { stored: true, key: args.key };
  },
  updateTaskInput: async (args: { actorTaskId?: string; input?: Json }, { call }) =>
    record(
      (await call({ method: "PUT", path: `/v2/actor-tasks/${part(args.actorTaskId)}/input`, body: args.input ?? {} }))
        .data,
    ),
};
