/** What the log keeps of a call of a meta tool: not what the calls within it log themselves, and no link. Pure. */
import { isObject, type Values } from "@/lib/kernel/text/is-object";

type Parts = { args: (args: Values) => Values; data: (data: Values) => Values };

const pick = (from: unknown, names: readonly string[]): unknown =>
  isObject(from) ? Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : []))) : from;

const each = (list: unknown, change: (one: unknown) => unknown): unknown =>
  Array.isArray(list) ? list.map(change) : list;

/** Of what is no object (a model may have written it as text) nothing is kept. */
const pickEach = (list: unknown, names: readonly string[]): unknown =>
  Array.isArray(list)
    ? list.map((one) => (isObject(one) ? pick(one, names) : null))
    : list === undefined
      ? undefined
      : null;

/** Whoever has the address of the file can read it. Arguments and answers of the calls may hold what only their own tools know to be secret. */
const EXECUTE: Parts = {
  args: (args) => ({ ...args, tools: pickEach(args.tools, ["tool_slug", "account"]) }),
  data: (data) => ({
    ...data,
    remote_file_info: pick(data.remote_file_info, ["file_path", "size"]),
    results: each(data.results, (one) =>
      isObject(one) ? { ...one, response: one.response && pick(one.response, ["successful", "error", "log_id"]) } : one,
    ),
  }),
};

const PROXY: Parts = {
  args: (args) => pick(args, ["toolkit_slug", "method", "account"]) as Values,
  data: (data) => pick(data, ["status"]) as Values,
};

/** Whoever has a link can connect an account with it. */
const MANAGE: Parts = {
  args: (args) => args,
  data: (data) => ({
    ...data,
    results: isObject(data.results)
      ? Object.fromEntries(
          Object.entries(data.results).map(([toolkit, one]) => {
            if (!isObject(one)) return [toolkit, one];
            const { redirect_url: _, instruction: __, ...rest } = one;
            return [toolkit, rest];
          }),
        )
      : data.results,
  }),
};

const PARTS: Readonly<Record<string, Parts>> = {
  COMPOSIO_MULTI_EXECUTE_TOOL: EXECUTE,
  COMPOSIO_PROXY_EXECUTE: PROXY,
  COMPOSIO_MANAGE_CONNECTIONS: MANAGE,
};

export const loggedArguments = (slug: string, args: Values): Values => PARTS[slug]?.args(args) ?? args;
export const loggedData = (slug: string, data: Values): Values => PARTS[slug]?.data(data) ?? data;
