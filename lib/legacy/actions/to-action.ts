/** Tools in the form of actions. */
import type { z } from "zod";
import type { CatalogTool, CatalogToolkit } from "@/lib/catalog/read/catalog";
import { logoUrl, publishedOutput } from "@/lib/catalog/read/wire";
import { isObject } from "@/lib/kernel/text/is-object";
import type { Action } from "./contract";

type Wire = z.input<typeof Action>;

/** The Python program refuses a schema without one of these. */
const toShape = (schema: Record<string, unknown>, title: string): Wire["parameters"] => ({
  ...schema,
  title: typeof schema.title === "string" ? schema.title : title,
  type: "object",
  properties: isObject(schema.properties) ? schema.properties : {},
});

/** @param isSmall without schemas, as the programs keep all actions */
export function toAction(tool: CatalogTool, toolkit: CatalogToolkit, isSmall = false): Wire {
  return {
    name: tool.slug,
    enum: tool.slug,
    displayName: tool.name,
    display_name: tool.name,
    description: tool.description,
    parameters: toShape(isSmall ? {} : tool.inputSchema, `${tool.slug}Request`),
    response: toShape(isSmall ? {} : publishedOutput(tool), `${tool.slug}Response`),
    appKey: toolkit.slug,
    appName: toolkit.slug,
    appId: toolkit.slug,
    tags: tool.tags,
    logo: logoUrl(toolkit),
    no_auth: toolkit.noAuth,
    enabled: true,
    deprecated: tool.deprecated,
    version: tool.version,
    available_versions: toolkit.availableVersions,
  };
}
