/** Arguments that come under another name than the tool's own. Pure. */
import type { ToolRun } from "@/lib/catalog/tool-request";

type Values = Record<string, unknown>;
type NamedTool = { inputSchema: Readonly<Values>; run: ToolRun };

/** More than any tool takes; looking a name up costs time. */
const MAX_OTHER_NAMES = 200;

const isObject = (value: unknown): value is Values =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const doubled = (name: string): string => name.replace(/_+/g, "__");

/** Sets `value` at a path of the arguments, in copies of the objects on the way; false where something else is there. */
function setAt(args: Values, path: readonly string[], value: unknown): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return false;
  const there = Object.hasOwn(args, name) ? args[name] : undefined;
  if (rest.length === 0) {
    if (there !== undefined) return false;
    args[name] = value;
    return true;
  }
  if (there !== undefined && !isObject(there)) return false;
  const inner: Values = { ...there };
  if (!setAt(inner, rest, value)) return false;
  args[name] = inner;
  return true;
}

/** The path that a name with doubled underscores stands for: `filters__created__at` is `created_at` in `filters`. */
function pathOf(given: string, schema: Readonly<Values>): string[] | undefined {
  if (!isObject(schema.properties)) return undefined;
  for (const [name, property] of Object.entries(schema.properties)) {
    const written = doubled(name);
    if (given === written) return [name];
    if (!given.startsWith(`${written}__`) || !isObject(property)) continue;
    const inner = pathOf(given.slice(written.length + 2), property);
    if (inner) return [name, ...inner];
  }
  return undefined;
}

/**
 * The arguments under the tool's own names. Two other forms are understood: the aliases that a toolkit's file gives, and
 * names whose underscores are doubled, which clients of the original platform send (there, two underscores also lead into
 * an object). A name that fits nothing, or whose place is taken, stays and is refused with the unknown ones.
 */
export function underOwnNames(tool: NamedTool, given: Readonly<Values>): Values {
  const args: Values = { ...given };
  const own = isObject(tool.inputSchema.properties) ? tool.inputSchema.properties : {};
  const aliases = tool.run.request?.aliases ?? {};
  let seen = 0;
  for (const name in given) {
    if (!Object.hasOwn(given, name) || Object.hasOwn(own, name)) continue;
    const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (alias === undefined && !name.includes("__")) continue;
    seen += 1;
    if (seen > MAX_OTHER_NAMES) break;
    const path = alias === undefined ? pathOf(name, tool.inputSchema) : alias.split(".");
    if (path && setAt(args, path, given[name])) delete args[name];
  }
  return args;
}
