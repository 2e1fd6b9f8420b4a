/** monday.com's tools: every operation is well formed, and errors of a 200 answer end the tool. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

function recorder(answer: unknown = { data: {} }) {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: async (request) => ({ status: 200, headers: {}, data: (requests.push(request), answer) }),
    readFile: async () => ({ name: "", mimetype: "", bytes: new Uint8Array() }),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  return {
    sent: requests,
    run: (name: string, args: Record<string, unknown>) => handlers[name]?.(args as Record<string, never>, tools),
  };
}

const queryOf = (request: HandlerRequest | undefined): { query: string; variables: Record<string, unknown> } =>
  request?.body as { query: string; variables: Record<string, unknown> };

describe("operations", () => {
  // It sends the caller's own text.
  const names = Object.keys(handlers).filter((name) => name !== "runGraphql");

  it.each(names)("%s declares the variables it uses, and closes its braces", async (name) => {
    const { sent: requests, run } = recorder();
    await run(name, {});
    const { query } = queryOf(requests[0]);
    const [, declarations = "", rest = ""] = /^(?:query|mutation) ?(\([^)]*\))? (\{.*)$/.exec(query) ?? [];
    const variableNames = [...rest.matchAll(/\$(\w+)/g)].map((match) => match[1]);
    expect([...declarations.matchAll(/\$(\w+)/g)].map((match) => match[1]).sort()).toEqual(
      [...new Set(variableNames)].sort(),
    );
    expect(query.split("{").length).toBe(query.split("}").length);
  });

  it("sends column values as JSON text and leaves out what is absent", async () => {
    const { sent: requests, run } = recorder();
    await run("createItem", {
      board_id: "1",
      item_name: "A",
      column_values: { status: { label: "Done" } },
      group_id: undefined,
    });
    expect(queryOf(requests[0]).variables).toEqual({
      board_id: "1",
      item_name: "A",
      column_values: '{"status":{"label":"Done"}}',
    });
  });

  it("goes on with the next page by its cursor alone", async () => {
    const { sent: requests, run } = recorder();
    await run("listBoardItems", { board_id: "1", cursor: "c" });
    expect(queryOf(requests[0])).toMatchObject({
      query: expect.stringContaining("next_items_page"),
      variables: { cursor: "c", limit: 50 },
    });
  });

  it("ends with what monday.com says is wrong", async () => {
    await expect(
      recorder({ errors: [{ message: "No such board" }] }).run("archiveBoard", { board_id: "9" }),
    ).rejects.toThrow("monday.com answered: No such board");
  });
});

describe("colors of groups", () => {
  it.each([
    ["Red", "#df2f4a"],
    ["FF642E", "#ff642e"],
    ["dark grey", "#757575"],
  ])("%s is sent as %s", async (words, color) => {
    const { sent: requests, run } = recorder();
    await run("createGroup", { board_id: "1", group_name: "G", group_color: words });
    expect(queryOf(requests[0]).variables).toEqual({ board_id: "1", group_name: "G", group_color: color });
  });

  it("are refused by name where monday.com has none, before anything is sent", async () => {
    const { sent: requests, run } = recorder();
    await expect(run("createGroup", { board_id: "1", group_name: "G", group_color: "reddish" })).rejects.toThrow(
      /dark green, green/,
    );
    expect(requests).toEqual([]);
  });
});
