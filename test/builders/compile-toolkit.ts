/** Helpers for the tests of the compiler: small descriptions, compiled. */
import { parseYamlFile } from "@/lib/catalog/compile/sources/parse-yaml-file";
import { ToolkitFile } from "@/lib/catalog/compile/sources/toolkit-file";
import { compileToolkit } from "@/lib/catalog/compile/compile-toolkit";
import type { OpenApiDocument, SourceOperation, SourceSchema } from "@/lib/catalog/compile/sources/openapi-document";

export const HEAD = `
name: Demo
description: A demonstration.
categories: [popular]
baseUrl: https://api.example.com
version: "20260101_00"
auth: [{ mode: API_KEY }]
`;

export const file = (text: string) => parseYamlFile(ToolkitFile, "toolkits/demo/toolkit.yaml", HEAD + text);
export const SOURCE = "sources: [{ package: demo, file: demo.json }]";

export const compile = (document: OpenApiDocument, yaml = SOURCE) =>
  compileToolkit({
    slug: "demo",
    filePath: "toolkits/demo/toolkit.yaml",
    file: file(yaml),
    providers: {},
    read: () => document,
  });

export const withOperation = (
  method: "get" | "post" | "put" | "patch",
  operation: SourceOperation,
  more: OpenApiDocument = {},
): OpenApiDocument => ({
  servers: [{ url: "https://api.example.com" }],
  paths: { "/things/{id}": { [method]: { summary: "Do it", ...operation } } },
  ...more,
});

export const only = (document: OpenApiDocument, yaml = SOURCE) => {
  const [tool] = compile(document, yaml).tools;
  if (!tool?.run.request) throw new Error("no tool");
  return { ...tool, request: tool.run.request };
};

export const body = (schema: SourceSchema, type = "application/json", more = {}) => ({
  requestBody: { required: true, content: { [type]: { schema, ...more } } },
});
