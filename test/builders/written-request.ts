/** Hand-written tools as requests, for tests of what they send. */
import { readFileSync } from "node:fs";
import { parseYamlFile } from "@/lib/catalog/compile/sources/parse-yaml-file";
import { ToolkitFile } from "@/lib/catalog/compile/sources/toolkit-file";
import { handTool } from "@/lib/catalog/compile/requests/hand-tool";
import { prepareArguments } from "@/lib/execution/request/arguments";
import { toRequest } from "@/lib/execution/request/http-tool";
import { inRoot } from "@/scripts/paths.mjs";

/** The request that a hand-written tool sends for these arguments. */
export function buildRequest(toolkit: string, slug: string, args: Record<string, unknown>) {
  const path = inRoot(`toolkits/${toolkit}/toolkit.yaml`);
  const file = parseYamlFile(ToolkitFile, path, readFileSync(path, "utf8"));
  const toolSource = file.tools[slug];
  if (!toolSource) throw new Error(`no tool ${slug}`);
  const tool = handTool(slug, toolSource, { baseUrl: file.baseUrl, headers: file.headers });
  if (!tool.run.request) throw new Error("no request");
  const place = { variables: { site: "datadoghq.com", subdomain: "us" } };
  const { method, url, body } = toRequest(tool.run.request, prepareArguments(tool, args), place);
  const { pathname, search, host } = new URL(url);
  return {
    host,
    call: `${method} ${pathname}${decodeURIComponent(search)}`,
    ...(typeof body === "string" && body !== "" ? { body } : {}),
  };
}
/** The JSON body of a request. */
export const json = (answer: { body?: string }): unknown => JSON.parse(answer.body ?? "null");
