/**
 * Facts of a source that hold for all of its operations: fixed query values, names, slashes in paths, and the place of
 * the customer's host.
 */
import { describe, expect, it } from "vitest";
import { parseYamlFile } from "./parse-yaml-file";
import { ToolkitFile } from "./toolkit-file";
import { compileToolkit } from "../compile-toolkit";
import type { OpenApiDocument } from "./openapi-document";

const HEAD = `
name: Demo
description: A demonstration.
categories: [popular]
baseUrl: https://{host}/api
version: "20260101_00"
auth: [{ mode: API_KEY, connectionFields: [{ name: host, displayName: Host, description: Your host }] }]
`;

const compile = (document: OpenApiDocument, source: string) =>
  compileToolkit({
    slug: "demo",
    filePath: "toolkits/demo/toolkit.yaml",
    providers: {},
    read: () => document,
    file: parseYamlFile(
      ToolkitFile,
      "toolkits/demo/toolkit.yaml",
      `${HEAD}sources: [{ package: demo, file: demo.json, ${source} }]`,
    ),
  }).tools.sort((a, b) => (a.slug < b.slug ? -1 : 1));

const get = (operationId: string, more = {}) => ({ get: { operationId, ...more } });
const servers = [{ url: "https://api.example.com" }];

describe("a source", () => {
  it("says which operations answer a file, where the description does not", () => {
    const answer = { responses: { "200": { content: { "application/json": { schema: {} } } } } };
    const paths = { "/logs/{id}": get("GetLog", answer), "/logs": get("ListLogs", answer) };
    const [log, logs] = compile({ servers, paths }, "slugRule: operationId, files: ['^GET /logs/{id}$']");
    expect(log).toMatchObject({ slug: "DEMO_GET_LOG", run: { request: { binary: true } } });
    expect(logs?.run.request).not.toHaveProperty("binary");
  });

  it("sends fixed query values with every tool and asks no caller for them", () => {
    const parameters = [
      { name: "api-version", in: "query", required: true },
      { name: "top", in: "query" },
    ];
    const [tool] = compile(
      { servers, paths: { "/machines": get("Machines_List", { parameters }) } },
      "slugRule: operationId, fixedQuery: { api-version: 2019-03-01 }",
    );
    expect(tool?.run.request?.path).toBe("/machines?api-version=2019-03-01");
    expect(tool?.inputSchema).toEqual({
      type: "object",
      properties: { top: { type: "string", description: "How many machines to give at most" } },
    });
  });

  it("keeps the slashes of the path parameters it names, and of no others", () => {
    const [tool] = compile({ servers, paths: { "/v1/{name}/objects/{object}": get("read") } }, "multiSegment: [name]");
    expect(tool?.run.request?.parameters.map(({ name, allowReserved }) => [name, allowReserved ?? false])).toEqual([
      ["name", true],
      ["object", false],
    ]);
  });

  it("leaves out the longest words that names begin with, but never all but one", () => {
    const paths = {
      "/a": get("run.projects.locations.jobs.list"),
      "/b": get("run.projects.locations.list"),
      "/c": get("run.folders.jobs.list"),
    };
    const tools = compile(
      { servers, paths },
      "slugRule: operationId, dropWords: [RUN_, RUN_PROJECTS_, RUN_PROJECTS_LOCATIONS_]",
    );
    expect(tools.map(({ slug }) => slug)).toEqual(["DEMO_FOLDERS_JOBS_LIST", "DEMO_JOBS_LIST", "DEMO_LOCATIONS_LIST"]);
  });

  it("replaces an operation's server that nobody can have, and keeps a real one", () => {
    const paths = {
      "/a": get("first", { servers: [{ url: "https://cluster.local" }] }),
      "/b": get("second", { servers: [{ url: "https://upload.demo.com" }] }),
      "/c": get("third", { servers: [{ url: "https://example.com" }] }),
    };
    const tools = compile({ servers, paths }, 'slugRule: operationId, baseUrl: "https://{host}/api"');
    expect(tools.map(({ run }) => run.request?.baseUrl)).toEqual([
      "https://{host}/api",
      "https://upload.demo.com",
      "https://{host}/api",
    ]);
  });
});
