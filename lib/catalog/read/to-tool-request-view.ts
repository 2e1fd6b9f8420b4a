/** The HTTP request behind a tool, as people read it. Pure. */
import type { z } from "zod";
import type { CatalogTool, CatalogToolkit } from "./catalog";
import type { catalogDetailsApi } from "../details.contract";
import { namedScopes } from "../scope-alternatives";
import type { ToolRequest } from "../tool-request";

type View = z.input<typeof catalogDetailsApi.getToolRequest.response>;

const requiredOf = ({ inputSchema }: Pick<CatalogTool, "inputSchema">): ReadonlySet<string> =>
  new Set(inputSchema.required ?? []);

function toBody(body: NonNullable<ToolRequest["body"]>, required: ReadonlySet<string>): NonNullable<View["body"]> {
  const facts = { content_type: body.contentType, mode: body.mode };
  if (body.mode !== "flat") return { ...facts, key: body.key };
  return {
    ...facts,
    ...(body.wrap !== undefined && { wrap: body.wrap }),
    fields: body.fields.map(({ key, name }) => ({ key, name, required: required.has(key) })),
  };
}

/** Variables of the host that have a default are filled; those that only a connection knows stay as `{name}`. */
const toUrl = ({ baseUrl, variables = {}, path }: ToolRequest): string =>
  baseUrl.replace(/\{([^{}]+)\}/g, (place, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? place) : place,
  ) + path;

const toHttp = (request: ToolRequest, required: ReadonlySet<string>): Partial<View> => ({
  method: request.method,
  url: toUrl(request),
  headers: request.headers ?? {},
  parameters: request.parameters.map(({ name, key, in: place }) => ({
    name,
    key,
    in: place,
    required: place === "path" || required.has(key),
  })),
  ...(request.body && { body: toBody(request.body, required) }),
});

function toOtherNames(run: CatalogTool["run"]): View["other_names"] {
  const aliases = run.builtin === undefined ? (run.request ?? run).aliases : undefined;
  return Object.entries(aliases ?? {}).map(([name, way]) => ({
    name,
    to: typeof way === "string" ? way : way && "to" in way ? way.to : null,
  }));
}

/** Holds no secret: credentials appear as the names of the places that a connection fills. */
export function toToolRequestView(
  tool: CatalogTool,
  { authSchemes, meta }: Pick<CatalogToolkit, "authSchemes" | "meta">,
): View {
  return {
    tool_slug: tool.slug,
    version: tool.version,
    headers: {},
    parameters: [],
    other_names: toOtherNames(tool.run),
    lists: tool.run.lists ?? {},
    ...(tool.run.request ? toHttp(tool.run.request, requiredOf(tool)) : { handler: true }),
    authentication: authSchemes.flatMap(({ mode, apply }) =>
      apply.map((rule) => ({
        mode,
        in: rule.in,
        name: rule.name,
        value: rule.encode === "basic" ? `Basic base64(${rule.value})` : rule.value,
      })),
    ),
    sources: meta.attribution.map((source) => ({
      name: source.package,
      ...(source.license && { license: source.license }),
      ...(source.licenseUrl && { url: source.licenseUrl }),
    })),
    scopes: namedScopes(tool.scopes),
  };
}
