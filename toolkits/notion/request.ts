/** Requests to Notion, and blocks that take several of them. */
import { attempt, type HandlerCall, type HandlerRequest } from "@/lib/catalog/tool-handler";
import { countBlocks, type Block } from "./blocks";
import { portionsOf, type Portion } from "./portions";

export type Data = Record<string, unknown>;

/** Requests of one call, at about three a second. */
const MAX_REQUESTS = 100;

/** The path of one thing in a collection. */
export const pathOf = (collection: string, id: string | undefined): string =>
  `/v1/${collection}/${encodeURIComponent(id ?? "")}`;

/** Sends a request and returns the object of the answer. */
export const ask = async (call: HandlerCall, request: HandlerRequest): Promise<Data> =>
  (await call(request)).data as Data;

/** The number of blocks that are there, of all. `problem` is the reason why others are not. */
export type Addition = { results: Data[]; count: number; total: number; problem?: string };

type Progress = { requests: number; count: number; mayFail: boolean; problem?: string };

async function send(call: HandlerCall, parent: string, portion: Portion, after: string, progress: Progress) {
  const body = { children: portion.blocks, ...(after && { after }) };
  const step = () => ask(call, { method: "PATCH", path: `${pathOf("blocks", parent)}/children`, body });
  progress.requests += 1;
  const result = progress.mayFail ? await attempt(step) : { value: await step() };
  progress.mayFail = true;
  if (result.problem !== undefined) progress.problem = result.problem;
  else progress.count += countBlocks(portion.blocks);
  return result.problem === undefined ? ((result.value.results as Data[] | undefined) ?? []) : [];
}

async function addAll(
  call: HandlerCall,
  parent: string,
  blocks: readonly Block[],
  after: string | undefined,
  progress: Progress,
): Promise<Data[]> {
  const added: Data[] = [];
  for (const portion of portionsOf(blocks)) {
    if (progress.requests >= MAX_REQUESTS) progress.problem = "They take more requests than one call may send.";
    if (progress.problem !== undefined) break;
    const place = after ? String(added.at(-1)?.id ?? after) : "";
    const results = await send(call, parent, portion, place, progress);
    added.push(...results);
    const last = results.at(-1)?.id;
    if (!portion.below?.length || progress.problem !== undefined) continue;
    if (last) await addAll(call, String(last), portion.below, undefined, progress);
    else progress.problem = "Notion did not name the block that others belong into.";
  }
  return added;
}

/**
 * Adds blocks in their order, with all that is inside of them, at the end of a page or block or after one of its
 * blocks. A refusal after something was written is a problem of the result.
 * @param mayFail whether a refusal of the first request is a problem too, because something was written before
 */
export async function addBlocks(
  call: HandlerCall,
  parent: string,
  blocks: readonly Block[],
  { after, mayFail = false }: { after?: string | undefined; mayFail?: boolean } = {},
): Promise<Addition> {
  const progress: Progress = { requests: 0, count: 0, mayFail };
  const results = await addAll(call, parent, blocks, after, progress);
  const { count, problem } = progress;
  return { results, count, total: countBlocks(blocks), ...(problem === undefined ? {} : { problem }) };
}

/** The words for blocks that are not there, as fields of an answer; none if all are there. */
export const missingBlocks = ({ count, total, problem }: Omit<Addition, "results">): Data =>
  problem === undefined ? {} : { problem: `${count} of ${total} blocks were written. ${problem}`, count, total };

/** Creates a page with its blocks. The page stays, and the answer has a problem, if blocks cannot be added to it. */
export async function createPageWith(call: HandlerCall, page: Data, blocks: readonly Block[]): Promise<Data> {
  const [first] = portionsOf(blocks);
  const children = first && !first.below ? first.blocks : [];
  const body = { ...page, ...(children.length > 0 && { children }) };
  const data = await ask(call, { method: "POST", path: "/v1/pages", body });
  if (children.length === blocks.length) return data;
  const rest = await addBlocks(call, String(data.id), blocks.slice(children.length), { mayFail: true });
  const firstCount = countBlocks(children);
  return { ...data, ...missingBlocks({ ...rest, count: rest.count + firstCount, total: rest.total + firstCount }) };
}
