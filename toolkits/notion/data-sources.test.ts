/** Databases whose rows and columns are in data sources, against a recorder of the requests. */
import { describe, expect, it } from "vitest";
import { ProviderRefusal, type HandlerRequest, type HandlerTools } from "@/lib/catalog/tool-handler";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";
import { handlers } from "./handlers";

const SINGLE = { object: "database", id: "d", title: [], data_sources: [{ id: "s", name: "Tasks" }] };
const DOUBLE = { ...SINGLE, data_sources: [...SINGLE.data_sources, { id: "t", name: "Ideas" }] };
const COLUMNS = { Name: { id: "title", name: "Name", type: "title" }, Due: { id: "x", name: "Due", type: "date" } };

/** Answers by "METHOD /path"; what is not there does not exist, as for the provider. */
function provider(answers: Record<string, unknown>) {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: (request) => {
      requests.push(request);
      const data = answers[`${request.method} ${request.path}`];
      return data === undefined
        ? Promise.reject(new ProviderRefusal(`Could not find ${request.path}`, 404))
        : Promise.resolve({ status: 200, headers: {}, data });
    },
    readFile: () => Promise.reject(new Error("no files")),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  const run = async (name: string, args: Record<string, unknown>): Promise<unknown> =>
    handlers[name]?.(args as Record<string, never>, tools);
  return { requests, run };
}

describe("the data source of a database", () => {
  it("is found, and its rows are queried", async () => {
    const { requests, run } = provider({
      "GET /v1/databases/d": SINGLE,
      "POST /v1/data_sources/s/query": { results: [{ id: "row" }] },
    });
    const filter = { property: "Due", date: { is_not_empty: true } };
    expect(await run("queryDatabase", { database_id: "d", filter, page_size: 5 })).toEqual({
      results: [{ id: "row" }],
    });
    expect(requests[1]).toMatchObject({ body: { filter, page_size: 5 } });
  });

  it("of several is the one that the caller names; otherwise their names and IDs are told", async () => {
    const { requests, run } = provider({
      "GET /v1/databases/d": DOUBLE,
      "POST /v1/data_sources/t/query": { results: [] },
    });
    await expect(run("queryDatabase", { database_id: "d" })).rejects.toThrow("2 data sources: Tasks (s), Ideas (t)");
    await run("queryDatabase", { database_id: "d", data_source_id: "t" });
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v1/databases/d",
      "POST /v1/data_sources/t/query",
    ]);
  });

  it("may be given in place of the database, as a search names it", async () => {
    const { requests, run } = provider({ "GET /v1/data_sources/s": { id: "s" }, "POST /v1/pages": { id: "row" } });
    await run("insertRow", { database_id: "s", properties: [{ name: "Name", type: "title", value: "A" }] });
    expect(requests.at(-1)?.body).toMatchObject({ parent: { type: "data_source_id", data_source_id: "s" } });
  });

  it("that does not exist is told with what Notion says of the database", async () => {
    await expect(provider({}).run("queryDatabase", { database_id: "no" })).rejects.toThrow("/v1/databases/no");
  });
});

describe("a database", () => {
  it("comes with the properties of its data sources", async () => {
    const { run } = provider({
      "GET /v1/databases/d": DOUBLE,
      "GET /v1/data_sources/s": { properties: COLUMNS },
      "GET /v1/data_sources/t": { properties: {} },
    });
    expect(await run("fetchDatabase", { database_id: "d" })).toMatchObject({
      id: "d",
      properties: COLUMNS,
      data_sources: [
        { id: "s", properties: COLUMNS },
        { id: "t", properties: {} },
      ],
    });
  });

  it("is changed where its title and its columns are", async () => {
    const { requests, run } = provider({
      "GET /v1/databases/d": SINGLE,
      "PATCH /v1/data_sources/s": { properties: COLUMNS },
      "PATCH /v1/databases/d": { id: "d", title: ["new"] },
    });
    const properties = { Due: { date: {} } };
    expect(await run("updateDatabase", { database_id: "d", title: ["new"], properties })).toEqual({
      id: "d",
      title: ["new"],
      properties: COLUMNS,
    });
    expect(requests.slice(1).map(({ body }) => body)).toEqual([{ properties }, { title: ["new"] }]);
    await expect(run("updateDatabase", { database_id: "d" })).rejects.toThrow("nothing to change");
  });

  it("whose title is refused has its new columns, which the answer says", async () => {
    const answers = { "GET /v1/databases/d": SINGLE, "PATCH /v1/data_sources/s": { properties: COLUMNS } };
    const { run } = provider(answers);
    expect(await run("updateDatabase", { database_id: "d", title: ["new"], properties: {} })).toEqual({
      id: "d",
      properties: COLUMNS,
      problem: "The properties were changed, but not the rest. Could not find /v1/databases/d",
    });
    await expect(run("updateDatabase", { database_id: "d", title: ["new"] })).rejects.toThrow("/v1/databases/d");
  });

  it("has a property by its ID or name, and the others are named", async () => {
    const { run } = provider({ "GET /v1/databases/d": SINGLE, "GET /v1/data_sources/s": { properties: COLUMNS } });
    expect(await run("databaseProperty", { database_id: "d", property_id: "Due" })).toEqual(COLUMNS.Due);
    await expect(run("databaseProperty", { database_id: "d", property_id: "No" })).rejects.toThrow("It has Name, Due.");
  });
});

it("a search for databases finds their data sources", async () => {
  const { requests, run } = provider({ "POST /v1/search": { results: [] } });
  await run("search", { query: "plan", filter: { property: "object", value: "database" } });
  await run("search", { filter: { property: "object", value: "page" }, page_size: 2 });
  expect(requests.map(({ body }) => body)).toEqual([
    { query: "plan", filter: { property: "object", value: "data_source" } },
    { filter: { property: "object", value: "page" }, page_size: 2 },
  ]);
});
