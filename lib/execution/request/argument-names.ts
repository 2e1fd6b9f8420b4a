/** Arguments that come under another name than the tool's own. Pure. */
import { type ArgumentAlias, type ArgumentPath, readPath } from "@/lib/catalog/argument-alias";
import type { ToolRun } from "@/lib/catalog/tool-request";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { isFree, setInside } from "@/lib/kernel/text/set-inside";
import { shownName } from "./argument-problems";
import { toLists, withValue, type ListItem } from "./to-lists";
import { withoutWrap, wrapOf } from "./wrapped-arguments";

type NamedTool = { inputSchema: Readonly<Values>; run: ToolRun };

/** More than any tool takes; looking a name up costs time. */
const MAX_OTHER_NAMES = 200;

/** A name as clients of the original platform write it. */
export const doubled = (name: string): string => name.replace(/[_-]+/g, "__");

/** Longer than any way into a schema. */
const MAX_DOUBLED_LENGTH = 500;

/** The properties of a schema by their names with doubled underscores. Made once per schema. */
const namesBySchema = new WeakMap<object, ReadonlyMap<string, string>>();

function byDoubledName(properties: Readonly<Values>): ReadonlyMap<string, string> {
  let names = namesBySchema.get(properties);
  if (!names) {
    names = new Map(
      Object.keys(properties)
        .toReversed()
        .map((name) => [doubled(name), name]),
    );
    namesBySchema.set(properties, names);
  }
  return names;
}

/** The path that a name with doubled underscores stands for: `filters__created__at` is `created_at` in `filters`. */
function doubledPath(doubledName: string, { properties }: Readonly<Values>): string[] | undefined {
  if (!isObject(properties) || doubledName.length > MAX_DOUBLED_LENGTH) return undefined;
  const names = byDoubledName(properties);
  const whole = names.get(doubledName);
  if (whole !== undefined) return [whole];
  for (let index = doubledName.indexOf("__"); index > 0; index = doubledName.indexOf("__", index + 1)) {
    const name = names.get(doubledName.slice(0, index));
    const property = name === undefined ? undefined : properties[name];
    const inner = isObject(property) ? doubledPath(doubledName.slice(index + 2), property) : undefined;
    if (name !== undefined && inner) return [name, ...inner];
  }
  return undefined;
}

/** The own name of a tool's argument, which the body can put into an object: `data__due__on` is `due_on`. */
function wayOfDoubled({ inputSchema, run }: NamedTool, name: string): string[] | undefined {
  const wrap = wrapOf(run);
  const inside = wrap !== undefined && name.startsWith(`${doubled(wrap)}__`) ? doubled(wrap).length + 2 : 0;
  return doubledPath(name, inputSchema) ?? (inside > 0 ? doubledPath(name.slice(inside), inputSchema) : undefined);
}

type Target = Extract<ArgumentAlias, { to: string }>;
/** `order`: the place of the name among the names that the file gives. */
type ArgumentTarget = { target: Target | undefined; way: ArgumentPath; order: number };
/** A name that leads nowhere, because it has no effect, or only for some values none. */
type NoTarget = { only?: readonly unknown[]; way?: undefined };

/** Where a value of this name goes; undefined for a name that the tool does not know. */
export function findArgumentTarget(
  { inputSchema, run }: NamedTool,
  name: string,
): ArgumentTarget | NoTarget | undefined {
  const aliases = (run.request ? run.request.aliases : run.aliases) ?? {};
  if (!Object.hasOwn(aliases, name)) {
    const path = name.includes("__") ? wayOfDoubled({ inputSchema, run }, name) : undefined;
    return path && { target: undefined, way: { path }, order: 0 };
  }
  const alias = aliases[name] ?? null;
  if (alias === null) return {};
  if (typeof alias === "object" && "only" in alias) return alias;
  const target = typeof alias === "string" ? { to: alias } : alias;
  const way = readPath(target.to, isObject(inputSchema.properties) ? inputSchema.properties : {});
  return { target, way, order: Object.keys(aliases).indexOf(name) };
}

/** A value as its place takes it. */
function asPlaced(value: unknown, { target, way: { each } }: ArgumentTarget): unknown {
  const word = typeof value === "string" || typeof value === "boolean" ? String(value) : undefined;
  const isKnownWord = word !== undefined && target?.values && Object.hasOwn(target.values, word);
  const isFramed =
    target?.text !== undefined && !isKnownWord && (typeof value === "string" || typeof value === "number");
  const text = isKnownWord ? target.values?.[word] : isFramed ? target.text?.replace("{}", () => String(value)) : value;
  if (!each) return text;
  const wrap = (item: unknown): unknown =>
    isObject(item) ? item : each.reduceRight((inner, name) => ({ [name]: inner }), item);
  return (Array.isArray(text) ? text : [text]).map(wrap);
}

/**
 * A list whose items also get the values of a further name, one each: `name` and `color` of the same tag. Undefined if
 * their number differs, or if an item has that name already.
 */
function withEach(list: unknown, value: unknown, each: readonly string[]): unknown[] | undefined {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!Array.isArray(list) || each.length === 0 || list.length !== values.length) return undefined;
  const items: readonly unknown[] = list;
  if (values.some(isObject) || !items.every((item) => isObject(item) && isFree(item, each))) return undefined;
  return items.map((item, index) => {
    const copy = { ...(item as Values) };
    setInside(copy)(each, values[index]);
    return copy;
  });
}

/** The value at a path through objects. */
const valueAt = (root: Readonly<Values>, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (there, name) => (isObject(there) && Object.hasOwn(there, name) ? there[name] : undefined),
    root,
  );

function hasOthers(args: Readonly<Values>, properties: Readonly<Values>): boolean {
  for (const name in args) if (Object.hasOwn(args, name) && !Object.hasOwn(properties, name)) return true;
  return false;
}

type Making = { made: Set<unknown>; set: ReturnType<typeof setInside> };

/** Whether a value found its place in the items of a list that was made of another name. */
function joinInto(
  args: Values,
  { made: newLists, set }: Making,
  value: unknown,
  { path, each }: ArgumentPath,
): boolean {
  const list = each && valueAt(args, path);
  const joined = each && newLists.has(list) ? withEach(list, value, each) : undefined;
  if (!joined) return false;
  newLists.add(joined);
  set(path, joined);
  return true;
}

/**
 * The arguments under the tool's own names. Two other forms are understood: the aliases that a toolkit's files give,
 * and names whose underscores are doubled, which clients of the original platform send (there, two underscores also
 * lead into an object). If a name has a value already, that value stays, with a warning. An unknown name is left.
 */
export function underOwnNames(tool: NamedTool, input: Readonly<Values>, warn?: (text: string) => void): Values {
  const properties = isObject(tool.inputSchema.properties) ? tool.inputSchema.properties : {};
  // Most calls have none, and pay for nothing.
  const wrap = wrapOf(tool.run);
  if (!hasOthers(input, properties) && (wrap === undefined || !Object.hasOwn(input, wrap))) return { ...input };
  let args = withoutWrap(tool.run, input, warn);
  let set = setInside(args);
  const further: [string, unknown][] = [];
  const items: ListItem[] = [];
  // Lists that were created here from single values: further names can lead into their items.
  const createdLists = new Set<unknown>();
  let [nameCount, sought] = [0, 0];
  for (const name in input) {
    if (!Object.hasOwn(input, name) || Object.hasOwn(properties, name)) continue;
    // Each of these is looked for in the schema, whether it is there or not.
    if (name.includes("__") && ++sought > MAX_OTHER_NAMES) continue;
    const place = findArgumentTarget(tool, name);
    if (place === undefined) continue;
    nameCount += 1;
    if (nameCount > MAX_OTHER_NAMES) break;
    const value = input[name];
    const isLeft = place.way === undefined && place.only !== undefined && !place.only.includes(value);
    if (isLeft && value !== null) continue;
    delete args[name];
    if (value === null || value === undefined || (place.way === undefined && place.only)) continue;
    if (place.way === undefined) warn?.(`${shownName(name)}: has no effect in this tool and was ignored.`);
    else if (place.target?.item)
      items.push({ path: place.way.path, place: place.order, item: withValue(place.target.item, value) });
    else if (isFree(args, place.way.path)) {
      const placedValue = asPlaced(value, place);
      createdLists.add(placedValue);
      set(place.way.path, placedValue);
      further.push(...Object.entries(place.target?.with ?? {}));
      for (const text of place.target?.also ?? []) further.push([text, value]);
    } else if (joinInto(args, { made: createdLists, set }, value, place.way)) continue;
    else warn?.(`${shownName(name)}: was ignored, as ${place.way.path.join(".")} says the same and was given too.`);
  }
  // A name can also mean the object around the members.
  args = withoutWrap(tool.run, args, warn);
  set = setInside(args);
  for (const [path, list] of toLists(items, (path) => valueAt(args, path))) set(path, list);
  for (const [text, value] of further) {
    const { path } = readPath(text, properties);
    if (isFree(args, path)) set(path, value);
  }
  return args;
}
