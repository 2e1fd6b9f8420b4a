/** Arguments that come under another name than the tool's own. Pure. */
import type { ToolRun } from "@/lib/catalog/tool-request";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { isFree, setInside } from "@/lib/kernel/text/set-inside";

type NamedTool = { inputSchema: Readonly<Values>; run: ToolRun };

/** More than any tool takes; looking a name up costs time. */
const MAX_OTHER_NAMES = 200;

const doubled = (name: string): string => name.replace(/_+/g, "__");

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
  const { run } = tool;
  const aliases = (run.request ? run.request.aliases : run.aliases) ?? {};
  const set = setInside(args);
  let seen = 0;
  for (const name in given) {
    if (!Object.hasOwn(given, name) || Object.hasOwn(own, name)) continue;
    const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (alias === undefined && !name.includes("__")) continue;
    seen += 1;
    if (seen > MAX_OTHER_NAMES) break;
    const path = alias === undefined ? pathOf(name, tool.inputSchema) : alias.split(".");
    if (!path || !isFree(args, path)) continue;
    set(path, given[name]);
    delete args[name];
  }
  return args;
}
