/** Names for tools that a rule named by method and path, or cut. */
import { describe, expect, it } from "vitest";
import type { CompiledTool } from "../../compiled-toolkit";
import type { RequestBody } from "../../tool-request";
import { outputSchema } from "../../tool-schema";
import { giveReadableSlugs } from "./give-readable-slugs";
import { byAnyName } from "./tool-slug";

const BODY: RequestBody = { mode: "json", contentType: "application/json", key: "body" };

const tool = (slug: string, call: string, name = ""): CompiledTool => {
  const [method = "GET", path = "/"] = call.split(" ");
  return {
    slug,
    name,
    description: name,
    tags: [],
    scopes: [],
    inputSchema: { type: "object", properties: {} },
    outputSchema: outputSchema(undefined),
    run: { request: { method: method as "GET", baseUrl: "https://a.b", path, parameters: [], body: BODY } },
    important: false,
    deprecated: false,
    aliases: [],
  };
};

const renamed = (tools: CompiledTool[], fixed: string[] = []): string[] => {
  giveReadableSlugs(tools, "A", new Set(fixed));
  return tools.map(({ slug }) => slug);
};
const rename = (...args: Parameters<typeof tool>): string | undefined => renamed([tool(...args)])[0];

describe("a name of method and path", () => {
  it("becomes the tool's own words, where they begin with a verb and are no other tool's", () => {
    expect(rename("A_POST_V2_JOBS_JOBID_FILES", "POST /v2/jobs/{jobId}/files", "Adds a file to a job")).toBe(
      "A_ADD_FILE_TO_JOB",
    );
    const same = [
      tool("A_DELETE_SMS_ID", "DELETE /sms/{id}", "Delete a rule"),
      tool("A_DELETE_FAX_ID", "DELETE /fax/{id}", "Delete a rule"),
    ];
    expect(renamed(same)).toEqual(["A_DELETE_SMS", "A_DELETE_FAX"]);
    expect(same[0]?.aliases).toEqual(["A_DELETE_SMS_ID"]);
  });

  it.each([
    ["A_POST_SITES", "POST /sites", "A_CREATE_SITE"],
    ["A_POST_SITES_ID", "POST /sites/{id}", "A_UPDATE_SITE"],
    ["A_GET_API_V1_MUTES", "GET /api/v1/mutes", "A_LIST_MUTES"],
    ["A_GET_SITES_ID_FILES", "GET /sites/{id}/files", "A_LIST_SITE_FILES"],
    ["A_POST_INVOICES_INVOICE_PAY", "POST /invoices/{invoice}/pay", "A_PAY_INVOICE"],
    ["A_GET_FORMAT_TEAMS_SEASON", "GET /{format}/teams/{season}", "A_LIST_TEAMS_BY_SEASON"],
    [
      "A_GET_CUSTOMERS_CUSTOMER_SUBSCRIPTIONS_ID",
      "GET /customers/{customer}/subscriptions/{id}",
      "A_GET_CUSTOMER_SUBSCRIPTION",
    ],
    ["A_GET_SUBSCRIPTIONS_ID_SITES", "GET /subscriptions/{id}/sites", "A_LIST_SITES"],
  ])("%s is told by the thing and its owner", (slug, call, expected) => {
    expect(rename(slug, call)).toBe(expected);
  });
});

it("a cut name ends with a word", () => {
  const path = "/things/{thingId}/properties-of-things/{propertyId}/values-of-properties/{valueId}/comments";
  const cut = `A_${`GET_THINGS_THINGID_PROPERTIES_OF_THINGS_PROPERTYID_VALUES_OF_PROPERTIES`.slice(0, 62)}`;
  expect(rename(cut, `GET ${path}`, "An answer…")).toBe("A_LIST_PROPERTIES_OF_THING_VALUES_OF_PROPERTY_COMMENTS");
});

it.each([
  ["A_GET_SITES", "GET /sites"],
  ["A_GET_BRANCH_PROTECTION", "GET /branches/{branch}/protection"],
  ["A_DELETE_API_KEYS", "DELETE /api_keys/{api_key_id}"],
  ["A_GET_CONFIG_TOKEN", "GET /config/{id}/token/{token}"],
  ["A_POST_A_COMMENT", "POST /comments"],
  ["A_LIST_SITES_BY_ID", "GET /sites/{id}"],
])("%s is words already and stays", (slug, call) => {
  expect(rename(slug, call)).toBe(slug);
});

it("names of the toolkit's file stay, and nobody takes a name that another has", () => {
  const tools = [tool("A_POST_SITES", "POST /sites"), tool("A_CREATE_SITE", "PUT /site")];
  expect(renamed(tools)).toEqual(["A_POST_SITES", "A_CREATE_SITE"]);
  expect(renamed([tool("A_POST_SITES", "POST /sites")], ["A_POST_SITES"])).toEqual(["A_POST_SITES"]);
  expect(renamed([tool("A_POST_SITES", "POST /sites")], ["A_CREATE_SITE"])).toEqual(["A_POST_SITES"]);
});

it("a tool is found by each of its names, its own first", () => {
  const [a, b] = [tool("A_X", "GET /x"), tool("A_Y", "GET /y")];
  a.aliases.push("A_OLD", "A_Y");
  const names = byAnyName([a, b]);
  expect([names.get("A_OLD"), names.get("A_Y")]).toEqual([a, b]);
});
