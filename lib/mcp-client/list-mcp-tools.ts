/** The tools that an MCP server offers, in bounds: all of them, or nothing. */
import { z } from "zod";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { storable, storableJson } from "@/lib/kernel/text/storable";
import { LIST_MS, MAX_LIST, MAX_PAGES, MAX_TOOLS } from "./constants";
import { McpFailure, quoted } from "./mcp-failure";
import { useMcpServer, type McpConnection, type McpServer } from "./use-mcp-server";

/** A tool as the server describes it; its schemas are JSON of any content within bounds. */
export type McpTool = {
  name: string;
  title?: string;
  description: string;
  inputSchema: Values;
  outputSchema?: Values;
  annotations?: Values;
};

export type McpToolList = {
  tools: McpTool[];
  /** Tools that cannot be used, and why. */
  problems: { name: string; problem: string }[];
  /** How the server names itself. */
  server: { name?: string; version?: string };
  revision: string;
  transport: McpConnection["transport"];
};

/** A page of the list; each tool is judged on its own, so that one of them spoils no other. */
const Page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().max(10_000).optional() });

const MAX_NAME = 128;
const MAX_DESCRIPTION = 20_000;
const MAX_SCHEMA = 200_000;
const MAX_DEPTH = 40;
/** Control characters, and marks that change the order in which people see a text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Whether a value has more levels than a schema can have. Not recursive: its levels are what is asked. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((item) => (item !== null && typeof item === "object" ? Object.values(item) : []));
  }
  return false;
}

/** @throws TypeError naming the problem */
function schemaOf(value: unknown, name: string): Values {
  if (!isObject(value)) throw new TypeError(`its ${name} is not an object`);
  if (isTooDeep(value)) throw new TypeError(`its ${name} has more than ${MAX_DEPTH} levels`);
  const text = JSON.stringify(value);
  if (text.length > MAX_SCHEMA) throw new TypeError(`its ${name} is longer than ${MAX_SCHEMA} characters`);
  if (storableJson(value) !== text) throw new TypeError(`its ${name} holds U+0000, or half of a character`);
  return value;
}

/** The claims that count; others could be of any length. */
const annotationsOf = ({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: Values): Values =>
  Object.fromEntries(
    Object.entries({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }).filter(
      ([, value]) => typeof value === "boolean",
    ),
  );

/** @throws TypeError naming the problem */
function toTool(value: unknown): McpTool {
  if (!isObject(value)) throw new TypeError("it is not an object");
  const { name, title, description = "", inputSchema, outputSchema, annotations } = value;
  if (typeof name !== "string" || name.trim() === "") throw new TypeError("it has no name");
  if (name.length > MAX_NAME) throw new TypeError(`its name is longer than ${MAX_NAME} characters`);
  if (UNSEEN.test(name)) throw new TypeError("its name holds characters that cannot be seen");
  if (typeof description !== "string") throw new TypeError("its description is not a text");
  if (description.length > MAX_DESCRIPTION)
    throw new TypeError(`its description is longer than ${MAX_DESCRIPTION} characters`);
  return {
    name,
    ...(typeof title === "string" && title.length <= MAX_NAME && !UNSEEN.test(title) && { title }),
    description: storable(description),
    inputSchema: schemaOf(inputSchema ?? { type: "object" }, "inputSchema"),
    ...(outputSchema !== undefined && { outputSchema: schemaOf(outputSchema, "outputSchema") }),
    ...(isObject(annotations) && { annotations: annotationsOf(annotations) }),
  };
}

const nameOf = (value: unknown): string =>
  (isObject(value) && typeof value.name === "string" && quoted(value.name).slice(0, MAX_NAME)) || "(no name)";

type ListSoFar = Pick<McpToolList, "tools" | "problems"> & { names: Set<string>; length: number };

/** Adds the tools of a page. @throws McpFailure when there are too many, or they are too long together */
function addPage(values: readonly unknown[], list: ListSoFar): void {
  if (list.tools.length + list.problems.length + values.length > MAX_TOOLS)
    throw new McpFailure("bounds", `The MCP server offers more than ${MAX_TOOLS} tools, so none of them is taken.`);
  for (const value of values)
    try {
      const tool = toTool(value);
      if (list.names.has(tool.name)) throw new TypeError("another tool has the same name");
      list.names.add(tool.name);
      list.tools.push(tool);
      list.length += JSON.stringify(tool).length;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      list.problems.push({ name: nameOf(value), problem: error.message });
    }
  if (list.length > MAX_LIST)
    throw new McpFailure("bounds", `The tools of the MCP server have more than ${MAX_LIST} characters together.`);
}

async function readPages({ client }: McpConnection, signal: AbortSignal) {
  const list: ListSoFar = { tools: [], problems: [], names: new Set(), length: 0 };
  if (!client.getServerCapabilities()?.tools) return list;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const { tools, nextCursor } = await client.request({ method: "tools/list", params }, Page, {
      signal,
      timeout: LIST_MS,
    });
    addPage(tools, list);
    if (nextCursor === undefined || nextCursor === "") return list;
    cursor = nextCursor;
  }
  throw new McpFailure("bounds", `The MCP server lists its tools on more than ${MAX_PAGES} pages, so none is taken.`);
}

/**
 * All tools of a server; none if there are more than 500.
 * @throws OutboundError, McpFailure as `useMcpServer`
 */
export async function listMcpTools(server: McpServer, signal: AbortSignal): Promise<McpToolList> {
  try {
    return await readList(server, AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]));
  } catch (error) {
    if (!(error instanceof OutboundError) || error.phase !== "too-large") throw error;
    throw new McpFailure("bounds", `${error.message} So none of its tools is taken.`, undefined, { cause: error });
  }
}

const readList = (server: McpServer, signal: AbortSignal): Promise<McpToolList> =>
  useMcpServer(server, signal, async (connection, end) => {
    const { tools, problems } = await readPages(connection, end);
    const { name, version } = connection.client.getServerVersion() ?? {};
    return {
      tools,
      problems,
      server: {
        ...(name !== undefined && { name: quoted(name) }),
        ...(version !== undefined && { version: quoted(version) }),
      },
      revision: connection.revision,
      transport: connection.transport,
    };
  });
