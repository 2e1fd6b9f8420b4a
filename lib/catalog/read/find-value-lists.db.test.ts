/** The lists of values of a toolkit, from the tools that hold them. */
import { expect, it } from "vitest";
import { compiled, load, PROJECT, tool, toolkit } from "@/test/builders/catalog";
import type { CompiledTool } from "../compiled-toolkit";
import type { ValueList } from "../values-file";
import { findValueLists } from "./find-value-lists";

const CHANNELS = { tool: "CHAT_LIST_CHANNELS", items: "channels", value: "id", label: "name" };
const THREADS = { tool: "CHAT_LIST_THREADS", needs: ["channel"], items: "threads" };

const withLists = (slug: string, lists: Record<string, ValueList>): CompiledTool => {
  const plain = tool(slug);
  return { ...plain, run: { ...plain.run, lists } as CompiledTool["run"] };
};

it("gives each argument the list that the latest tools of the toolkit have for it", async () => {
  const tools = [
    withLists("CHAT_SEND", { channel: CHANNELS }),
    withLists("CHAT_REPLY", { channel: CHANNELS, thread: THREADS }),
    tool("CHAT_LIST_CHANNELS"),
  ];
  await load(compiled(toolkit("chat", "20260101_00", tools)), compiled(toolkit("mail", "20260101_00", [tool("MAIL")])));
  expect(await findValueLists(PROJECT, "chat")).toEqual({ channel: CHANNELS, thread: THREADS });
  expect(await findValueLists(PROJECT, "mail")).toEqual({});
  expect(await findValueLists(PROJECT, "unknown")).toEqual({});
});
