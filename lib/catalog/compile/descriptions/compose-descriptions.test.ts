/** The composed descriptions of tools and arguments without a description of their own. */
import { describe, expect, it } from "vitest";
import type { CompiledTool } from "../../compiled-toolkit";
import type { RequestParameter, ToolRequest } from "../../tool-request";
import { outputSchema, type ToolSchema } from "../../tool-schema";
import { removeFacts } from "../../remove-facts";
import { composeDescriptions, saysNoMore } from "./compose-descriptions";

type ToolInput = {
  slug?: string;
  name: string;
  call: string;
  query?: Record<string, ToolSchema>;
  body?: Record<string, ToolSchema>;
  required?: string[];
  output?: ToolSchema;
  hint?: string;
};

function tool({ slug, name, call, query = {}, body = {}, required = [], output, hint }: ToolInput): CompiledTool {
  const [method = "", path = ""] = call.split(" ");
  const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, place = ""]) => place);
  const parameter = (key: string, place: RequestParameter["in"]): RequestParameter => ({ key, name: key, in: place });
  const string: ToolSchema = { type: "string" };
  const request: ToolRequest = {
    method: method as ToolRequest["method"],
    baseUrl: "https://a.b",
    path,
    parameters: [
      ...places.map((name) => parameter(name, "path")),
      ...Object.keys(query).map((name) => parameter(name, "query")),
    ],
    body: {
      mode: "flat",
      contentType: "application/json",
      fields: Object.keys(body).map((key) => ({ key, name: key })),
    },
  };
  return {
    slug: slug ?? `A_${name.toUpperCase().replaceAll(" ", "_")}`,
    name,
    description: name,
    tags: hint ? [hint] : [],
    scopes: [],
    inputSchema: {
      type: "object",
      properties: { ...Object.fromEntries(places.map((name) => [name, string])), ...query, ...body },
      required: [...places, ...required],
    },
    outputSchema: outputSchema(output),
    run: { request },
    important: false,
    deprecated: false,
    aliases: [],
  };
}

const composed = (...inputs: ToolInput[]): CompiledTool[] => {
  const tools = inputs.map(tool);
  composeDescriptions(tools);
  return tools;
};
const getDescription = (input: ToolInput): string | undefined => composed(input)[0]?.description;
const args = (compiledTool: CompiledTool | undefined): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(compiledTool?.inputSchema.properties ?? {}).map(([key, { description }]) => [key, description]),
  );

const text: ToolSchema = { type: "string" };
const site: ToolSchema = { type: "object", properties: { url: text, name: text, id: text } };
const LIST: ToolInput = {
  name: "Sites list",
  call: "GET /accounts/{account_id}/sites",
  query: { page: { type: "integer" }, name: text, name__ic: text, created__gte: text, raw: { type: "boolean" } },
  output: { type: "array", items: site },
};

describe("a tool", () => {
  it("says what it does, needs, takes and answers", () => {
    expect(getDescription(LIST)).toBe(
      "List sites of an account, page by page. Filters and options: name and raw. Each of the answer's entries has id, name and url.",
    );
    expect(getDescription({ name: "Get account member", call: "GET /members/{id}", output: site })).toBe(
      "Get an account member. The answer holds id, name and url.",
    );
    const links: ToolSchema = { type: "array", items: { type: "object", properties: { href: text } } };
    const withLinks: ToolSchema = { type: "object", properties: { id: text, name: text, _links: links } };
    expect(getDescription({ name: "Get account folder", call: "GET /folders/{id}", output: withLinks })).toBe(
      "Get an account folder. The answer holds id and name.",
    );
    const kind: ToolSchema = { type: "object", properties: { type: text, url: text } };
    const record: ToolSchema = { type: "object", properties: { attributes: kind, Id: text, Name: text } };
    expect(getDescription({ name: "Get account record", call: "GET /records/{id}", output: record })).toBe(
      "Get an account record. The answer holds attributes, Id and Name.",
    );
    const ofFailures = { message: text, status_code: text, phase: text, auto_paginate: text };
    const output: ToolSchema = { type: "object", properties: ofFailures, additionalProperties: text };
    expect(getDescription({ name: "Get account sizes", call: "GET /sizes/{id}", output })).toBe(
      "Get account sizes. Required: id.",
    );
    expect(
      getDescription({ name: "Get site", call: "GET /sites/{id}", output: { type: "object", properties: { site } } }),
    ).toBe("Get a site. The answer's site holds id, name and url.");
    expect(
      getDescription({ name: "Create or Update Item", call: "PUT /items/{id}", body: { a: text }, hint: "updateHint" }),
    ).toBe("Create or update an item. Can set: a.");
    expect(getDescription({ name: "Delete member", call: "DELETE /members/{id}" })).toBe(
      "Delete a member. Required: id.",
    );
    expect(getDescription({ name: "getOrgCertificates", call: "GET /orgs/certificates" })).toBe(
      "Get org certificates. Takes no arguments.",
    );
    expect(getDescription({ name: "List of received feedback", call: "GET /x" })).toBe(
      "List of received feedback. Takes no arguments.",
    );
  });

  it("keeps a description that says more than the name", () => {
    expect(saysNoMore("List users", "Lists all of the users.")).toBe(true);
    expect(saysNoMore("List users", "Lists users who can log in.")).toBe(false);
    const compiledTool = { ...tool(LIST), description: "Gives the sites that somebody can see." };
    composeDescriptions([compiledTool]);
    expect(compiledTool.description).toBe("Gives the sites that somebody can see.");
  });
});

describe("an argument", () => {
  it("is described by its name, its place and the kind of tool", () => {
    expect(args(composed(LIST)[0])).toEqual({
      account_id: "Id of the account",
      page: "Number of the page to give",
      name: "Only sites with this name",
      name__ic: "Only sites whose name contains this text",
      created__gte: "Only sites created at this time or after",
      raw: "Switches raw on (true) or off (false)",
    });
  });

  it("names the tool that gives the id, where the same things are meant", () => {
    const get = { name: "Get site", call: "GET /accounts/{account_id}/sites/{site_id}" };
    expect(args(composed(LIST, get)[1]).site_id).toBe("Id of the site, as A_SITES_LIST gives it");
    const other = { name: "Get page", call: "GET /cms/pages/{page_id}/sites/{site_id}" };
    expect(args(composed(LIST, other)[1]).site_id).toBe("Id of the site");
  });

  it("names the list of the same place in the path before a shorter one, whatever its arguments are called", () => {
    const inShop = {
      slug: "A_SHOP_SITES_LIST",
      name: "List sites",
      call: "GET /accounts/{account}/shops/{shop}/sites",
    };
    const get = { name: "Get site", call: "GET /accounts/{account_id}/shops/{shop_id}/sites/{site_id}" };
    expect(args(composed(LIST, inShop, get)[2]).site_id).toBe("Id of the site, as A_SHOP_SITES_LIST gives it");
  });

  it("keeps its words and gets the tool that gives the id, where they say whose id it is and no more", () => {
    const idsOf = (description: string) => {
      const site: ToolSchema = { type: "string", description };
      const move = {
        name: "Move page",
        call: "POST /accounts/{account_id}/pages/move",
        body: { site },
        slug: "A_MOVE",
      };
      return args(composed(LIST, move)[1]).site;
    };
    expect(idsOf("The ID of the site.")).toBe("The ID of the site, as A_SITES_LIST gives it.");
    expect(idsOf("The site's id")).toBe("The site's id, as A_SITES_LIST gives it");
    expect(idsOf("IDs of the sites")).toBe("IDs of the sites, as A_SITES_LIST gives them");
    expect(idsOf("Site ID that replaces the old ID")).toBe("Site ID that replaces the old ID");
    expect(idsOf("ID of the shelf")).toBe("ID of the shelf");
  });

  it("is a value of what the call makes, and nothing is said where that says nothing", () => {
    const body: Record<string, ToolSchema> = {
      title: text,
      startDate: text,
      isOpen: { type: "boolean" },
      data: { type: "object" },
      x: text,
      created_by: text,
      externalId: text,
      form_template_ids: { type: "array" },
      told: { type: "string", description: "Kept" },
    };
    expect(args(composed({ name: "Add event", call: "POST /events", body, hint: "createHint" })[0])).toEqual({
      title: "Title of the event",
      startDate: "When the event starts",
      isOpen: "Whether the event is open",
      data: undefined,
      x: undefined,
      created_by: undefined,
      externalId: "External id of the event",
      form_template_ids: "Ids of the form templates",
      told: "Kept",
    });
  });

  it("is left alone where a schema would grow too large, and another tool's schema does not change", () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`${"field".repeat(8)}_${index}_id`, text]),
    );
    const [tool] = composed({ name: "Add event", call: "POST /events", body: many, hint: "createHint" });
    expect(JSON.stringify(tool?.inputSchema).length).toBeLessThan(21_000);
    expect(text).toEqual({ type: "string" });
  });
});

it("leaves to search what the tool does, without its arguments and where ids come from", () => {
  expect(removeFacts(getDescription(LIST) ?? "")).toBe("List sites of an account, page by page.");
  expect(removeFacts("Deletes all. Takes no arguments.")).toBe("Deletes all.");
  expect(removeFacts("Id of the site, as A_SITES_LIST gives it")).toBe("Id of the site");
  expect(removeFacts("The ID of the site, as A_SITES_LIST gives it.")).toBe("The ID of the site");
  expect(removeFacts("What is sent. Members: range { row }, size")).toBe("What is sent");
  expect(removeFacts("Sends it. The answer comes later.")).toBe("Sends it. The answer comes later.");
});
