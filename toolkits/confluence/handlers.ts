/**
 * Confluence's tools for properties by their key. Atlassian ended the operations that took the key, so that the id of
 * the property is looked up first:
 * https://developer.atlassian.com/cloud/confluence/rest/v2/api-group-content-properties/
 */
import { attempt, type HandlerTools, type ToolHandler, type ToolHandlers } from "@/lib/catalog/tool-handler";

type Property = { id?: string; key?: string; version?: { number?: number } };
type Page<Item> = { results?: Item[] };
type Version = { number?: number; message?: string };
type Change = { propertyKey?: string; value?: unknown; version?: Version };

const V2 = "/wiki/api/v2";
const pathOf = (...parts: string[]): string => [V2, ...parts.map((part) => encodeURIComponent(part))].join("/");

/** The property with a key of one thing, and the path of the thing's properties. @throws ProviderRefusal */
async function requireProperty(
  { call, fail }: HandlerTools,
  base: string,
  key: string,
): Promise<{ path: string; property: Property }> {
  const { data } = await call({ method: "GET", path: `${base}/properties`, query: { key } });
  const property = (data as Page<Property>).results?.find((candidate) => candidate.key === key);
  if (property?.id === undefined) return fail(`There is no property ${key} here.`);
  return { path: `${base}/properties/${encodeURIComponent(property.id)}`, property };
}

/** The path of a blog post or a page: Confluence asks which of both an id is of. */
async function contentPath({ call }: HandlerTools, id: string): Promise<string> {
  const post = pathOf("blogposts", id);
  const attempted = await attempt(() => call({ method: "GET", path: post }));
  return attempted.problem !== undefined && attempted.status === 404 ? pathOf("pages", id) : post;
}

/** The path of a space, whose id Confluence wants in place of its key. */
async function spacePath({ call, fail }: HandlerTools, keyOrId: string): Promise<string> {
  if (/^\d+$/.test(keyOrId)) return pathOf("spaces", keyOrId);
  const { data } = await call({ method: "GET", path: `${V2}/spaces`, query: { keys: keyOrId } });
  const id = (data as Page<{ id?: string }>).results?.[0]?.id;
  return id === undefined ? fail(`There is no space ${keyOrId} that you can see.`) : pathOf("spaces", id);
}

async function update(
  tools: HandlerTools,
  base: string,
  { propertyKey: key = "", value, version }: Change,
): Promise<Record<string, unknown>> {
  const { path, property } = await requireProperty(tools, base, key);
  const number = version?.number ?? (property.version?.number ?? 0) + 1;
  const body = { key, value, version: { ...version, number } };
  const { data } = await tools.call({ method: "PUT", path, body });
  return data as Record<string, unknown>;
}

async function remove(tools: HandlerTools, base: string, key = ""): Promise<Record<string, unknown>> {
  const { path, property } = await requireProperty(tools, base, key);
  await tools.call({ method: "DELETE", path });
  return { id: property.id, key, deleted: true };
}

const updateContentProperty: ToolHandler = async (args: Change & { id?: string }, tools) =>
  update(tools, await contentPath(tools, args.id ?? ""), args);

const deleteContentProperty: ToolHandler = async (args: { id?: string; propertyKey?: string }, tools) =>
  remove(tools, await contentPath(tools, args.id ?? ""), args.propertyKey);

const updateSpaceProperty: ToolHandler = async (args: Change & { spaceKey?: string }, tools) =>
  update(tools, await spacePath(tools, args.spaceKey ?? ""), args);

const deleteSpaceProperty: ToolHandler = async (args: { spaceIdOrKey?: string; propertyKey?: string }, tools) =>
  remove(tools, await spacePath(tools, args.spaceIdOrKey ?? ""), args.propertyKey);

export const handlers: ToolHandlers = {
  updateContentProperty,
  deleteContentProperty,
  updateSpaceProperty,
  deleteSpaceProperty,
};
