/** Finds what of a YAML text its JSON Schema does not allow, with the place. Pure. */
import { isAlias, isMap, isScalar, isSeq, parseDocument, type Node, type YAMLMap } from "yaml";
import {
  allowsType,
  chooseBranches,
  describeTypes,
  findDiscriminator,
  listBranches,
  listBranchesOfKey,
  listValues,
  readValue,
  typeOfValue,
  type JsonSchema,
} from "./json-schema";

/** `from` and `to` count characters from the beginning of the text. */
export type YamlProblem = { from: number; to: number; message: string };

/** Longer texts are not checked: the editor would stop at each key. */
export const MOST_CHARACTERS = 200_000;
const MOST_PROBLEMS = 100;

type Range = { from: number; to: number };
type Checker = { root: JsonSchema; problems: YamlProblem[] };

const rangeOf = (node: unknown): Range | undefined => {
  const range = (node as { range?: readonly number[] | null } | null)?.range;
  return range ? { from: range[0] ?? 0, to: range[1] ?? 0 } : undefined;
};

const say = ({ problems }: Checker, range: Range, message: string): void => {
  if (problems.length < MOST_PROBLEMS) problems.push({ ...range, message });
};

const textOf = (values: readonly unknown[]): string => values.map(String).join(", ");

function checkText(checker: Checker, value: string, schema: JsonSchema, range: Range): void {
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  if (value.length < minLength)
    say(checker, range, minLength === 1 ? "Required." : `Use at least ${minLength} characters.`);
  else if (value.length > maxLength) say(checker, range, `Use at most ${maxLength.toLocaleString("en")} characters.`);
  else if (pattern !== undefined && !new RegExp(pattern, "u").test(value))
    say(checker, range, pattern.startsWith("^https?") ? "Enter an http(s) URL." : `Doesn’t match ${pattern}.`);
}

function checkScalar(checker: Checker, value: unknown, schema: JsonSchema, range: Range): void {
  const values = listValues(schema);
  if (values.length > 0 && !values.includes(value)) return say(checker, range, `Use one of: ${textOf(values)}.`);
  if (typeof value === "string") return checkText(checker, value, schema, range);
  if (typeof value !== "number") return;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (value < minimum) say(checker, range, `Must be at least ${minimum}.`);
  if (value > maximum) say(checker, range, `Must be at most ${maximum}.`);
}

/** The beginning of a map: a problem of all of it would underline everything. */
function headOf(map: YAMLMap, range: Range): Range {
  return rangeOf(map.items[0]?.key) ?? range;
}

function checkMap(checker: Checker, map: YAMLMap, branches: readonly JsonSchema[], range: Range): void {
  const discriminator = findDiscriminator(branches);
  if (discriminator !== undefined) {
    const values = branches.map(({ properties }) => properties?.[discriminator]?.const);
    const value = map.get(discriminator, true);
    if (value === undefined) return say(checker, headOf(map, range), `${discriminator} is missing: ${textOf(values)}.`);
    if (!values.includes(readValue(map, discriminator)))
      return say(checker, rangeOf(value) ?? range, `Use one of: ${textOf(values)}.`);
  }
  const [schema = {}] = chooseBranches(branches, map);
  for (const name of schema.required ?? []) if (!map.has(name)) say(checker, headOf(map, range), `${name} is missing.`);
  const names = new Set<unknown>();
  for (const { key, value } of map.items) {
    const name = isScalar(key) ? key.value : undefined;
    if (name !== undefined && names.has(name)) say(checker, rangeOf(key) ?? range, `${String(name)} appears twice.`);
    names.add(name);
    checkPair(checker, schema, { key, value }, range);
  }
}

function checkPair(checker: Checker, schema: JsonSchema, pair: { key: unknown; value: unknown }, range: Range): void {
  const name = isScalar(pair.key) ? String(pair.key.value) : undefined;
  const keyRange = rangeOf(pair.key) ?? range;
  if (name === undefined) return say(checker, keyRange, "A key must be text.");
  if (schema.additionalProperties === false && !Object.hasOwn(schema.properties ?? {}, name))
    return say(checker, keyRange, `Unknown key ${name}. Keys: ${textOf(Object.keys(schema.properties ?? {}))}.`);
  if (schema.propertyNames) checkText(checker, name, schema.propertyNames, keyRange);
  check(checker, pair.value as Node | null, listBranchesOfKey(checker.root, [schema], name), keyRange);
}

const typeOfNode = (node: Node | null): string =>
  isMap(node) ? "object" : isSeq(node) ? "array" : typeOfValue(isScalar(node) ? node.value : null);

/** @param around the place for what has none of its own, such as a missing value */
function check(checker: Checker, node: Node | null, branches: readonly JsonSchema[], around: Range): void {
  // What an alias repeats is checked where it is written.
  if (branches.length === 0 || isAlias(node)) return;
  const ownRange = rangeOf(node);
  const range = ownRange && ownRange.to > ownRange.from ? ownRange : around;
  const type = typeOfNode(node);
  const fitting = branches.filter((branch) => allowsType(branch, type));
  const [first] = fitting;
  if (!first) return say(checker, range, `Must be ${describeTypes(branches)}.`);
  if (isMap(node)) return checkMap(checker, node, fitting, range);
  if (!isSeq(node)) return checkScalar(checker, isScalar(node) ? node.value : null, mergeValues(fitting), range);
  const { minItems = 0, maxItems = Infinity, items } = first;
  if (node.items.length < minItems) say(checker, range, `Needs at least ${minItems}.`);
  if (node.items.length > maxItems) say(checker, range, `Has more than ${maxItems}.`);
  const itemBranches = items ? listBranches(checker.root, items) : [];
  for (const item of node.items) check(checker, item as Node, itemBranches, range);
}

/** Several alternatives of simple values as one. */
function mergeValues(branches: readonly JsonSchema[]): JsonSchema {
  const [first = {}] = branches;
  if (branches.length < 2) return first;
  const lists = branches.map(listValues);
  return lists.every(({ length }) => length > 0) ? { enum: lists.flat() } : {};
}

/** The problems of a text, the first hundred; an empty text has none. */
export function findYamlProblems(text: string, schema: JsonSchema): YamlProblem[] {
  if (text.trim() === "" || text.length > MOST_CHARACTERS) return [];
  try {
    const document = parseDocument(text, { uniqueKeys: false, logLevel: "silent" });
    const problems = document.errors.map(({ pos: [from, to], message }) => ({
      ...{ from, to: Math.max(to, from + 1), message: message.split("\n")[0] ?? message },
    }));
    if (problems.length > 0) return problems.slice(0, MOST_PROBLEMS);
    const checker: Checker = { root: schema, problems: [] };
    check(checker, document.contents, listBranches(schema, schema), { from: 0, to: 1 });
    return checker.problems;
  } catch (error) {
    // The parser has no limit of levels.
    if (error instanceof RangeError) return [{ from: 0, to: 1, message: "Too many nested levels." }];
    throw error;
  }
}
