/** Completes and explains a place of a YAML text by its JSON Schema. Pure. */
import { isMap, isPair, isScalar, isSeq, parseDocument, visit, type Pair, type YAMLMap } from "yaml";
import { MOST_CHARACTERS } from "./find-yaml-problems";
import {
  chooseBranches,
  describeTypes,
  listBranches,
  listBranchesOfKey,
  listValues,
  type JsonSchema,
} from "./json-schema";

export type Suggestion = {
  label: string;
  /** The text that replaces the characters `from` to `to`. */
  insert: string;
  isKey: boolean;
  isRequired: boolean;
  description: string;
};
export type Suggestions = { from: number; to: number; items: Suggestion[] };

/** Stands for the word at the cursor, so that the text before and behind it is parsed as it will be. */
const CURSOR = "patchbayCursor";
const WORD = /[\w.-]*$/;

type Place = { ancestors: readonly unknown[]; map: YAMLMap | undefined };

const isCursor = (node: unknown): boolean => isScalar(node) && node.value === CURSOR;

/** The ancestors of the cursor's word; undefined if the parser does not find it, as within a comment. */
function findPlace(text: string): Place | undefined {
  let place: Place | undefined;
  visit(parseDocument(text, { uniqueKeys: false, logLevel: "silent" }), {
    Scalar: (position, node, path) => {
      if (!isCursor(node)) return undefined;
      const isKey = position === "key";
      const map = path.findLast(isMap);
      place = { ancestors: isKey ? path.slice(0, -1) : path, map: isKey ? (map as YAMLMap) : undefined };
      return visit.BREAK;
    },
  });
  return place;
}

/** The alternatives of what is inside of the last ancestor. */
function descend(root: JsonSchema, ancestors: readonly unknown[]): JsonSchema[] {
  let branches = listBranches(root, root);
  for (const ancestor of ancestors) {
    if (isMap(ancestor)) branches = chooseBranches(branches, ancestor);
    else if (isSeq(ancestor)) branches = branches.flatMap(({ items }) => (items ? listBranches(root, items) : []));
    else if (isPair(ancestor) && isScalar(ancestor.key))
      branches = listBranchesOfKey(root, branches, String(ancestor.key.value));
  }
  return branches;
}

/** The key with the beginning of its value. @param indent of the key, or undefined on a line of several keys */
function writeKey(name: string, branches: readonly JsonSchema[], indent: number | undefined): string {
  const types = branches.map(({ type }) => type);
  if (indent === undefined) return `${name}: `;
  const inner = " ".repeat(indent + 2);
  if (types[0] === "object") return `${name}:\n${inner}`;
  return types[0] === "array" ? `${name}:\n${inner}- ` : `${name}: `;
}

function suggestKeys(root: JsonSchema, { ancestors, map }: Place, indent: number | undefined): Suggestion[] {
  const branches = descend(root, ancestors);
  const names = new Set(branches.flatMap(({ properties }) => Object.keys(properties ?? {})));
  return [...names].flatMap((name) => {
    if (map?.has(name)) return [];
    const values = listBranchesOfKey(root, branches, name);
    return {
      ...{ label: name, insert: writeKey(name, values, indent), isKey: true },
      isRequired: branches.every(({ required }) => required?.includes(name)),
      description: values[0]?.description ?? "",
    };
  });
}

const suggestValues = (root: JsonSchema, { ancestors }: Place): Suggestion[] =>
  [...new Set(descend(root, ancestors).flatMap(listValues).map(String))].map((label) => ({
    ...{ label, insert: label, isKey: false, isRequired: false, description: "" },
  }));

/** Lists the keys or values that fit a place. `offset` counts characters from the beginning of the text. */
export function suggestYaml(text: string, offset: number, root: JsonSchema): Suggestions {
  const nothing: Suggestions = { from: offset, to: offset, items: [] };
  if (text.length > MOST_CHARACTERS) return nothing;
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const [word = ""] = WORD.exec(line) ?? [];
  const head = line.slice(0, line.length - word.length);
  // Within a quoted text or a comment, or behind another character, is no word of ours.
  if (!/(^|[\s{[,-])$/.test(head)) return nothing;
  const behind = /^[\w.-]*/.exec(text.slice(offset))?.[0].length ?? 0;
  const range = { from: offset - word.length, to: offset + behind };
  const put = (words: string) => findPlace(text.slice(0, range.from) + words + text.slice(range.to));
  const isValue = /:\s+$/.test(head);
  const isInline = /[{[][^}\]]*$/.test(head);
  const indent = isInline ? undefined : head.length;
  const hasColon = /^\s*:/.test(text.slice(range.to));
  try {
    if (isValue) {
      const place = put(CURSOR);
      return { ...range, items: place ? suggestValues(root, place) : [] };
    }
    const place = put(hasColon ? CURSOR : `${CURSOR}: `);
    const keys = place?.map ? suggestKeys(root, place, indent) : [];
    if (keys.length > 0)
      return { ...range, items: hasColon ? keys.map((key) => ({ ...key, insert: key.label })) : keys };
    const item = put(CURSOR);
    return { ...range, items: item && !item.map ? suggestValues(root, item) : [] };
  } catch (error) {
    if (error instanceof RangeError) return nothing;
    throw error;
  }
}

export type Explanation = { from: number; to: number; title: string; description: string; facts: string[] };

const isWithin = (node: unknown, offset: number): boolean => {
  const [from = 0, to = 0] = (node as { range?: readonly number[] | null } | null)?.range ?? [];
  return offset >= from && offset <= to && to > from;
};

function explainKey(root: JsonSchema, pair: Pair, ancestors: readonly unknown[]): Explanation | undefined {
  const { key } = pair;
  if (!isScalar(key) || !key.range) return undefined;
  const name = String(key.value);
  const owners = descend(root, ancestors);
  const branches = listBranchesOfKey(root, owners, name);
  if (branches.length === 0) return undefined;
  const values = [...new Set(branches.flatMap(listValues).map(String))];
  const defaultValue = branches.find((branch) => branch.default !== undefined)?.default;
  const types = describeTypes(branches);
  return {
    ...{ from: key.range[0], to: key.range[1], title: name },
    description: branches.find(({ description }) => description !== undefined)?.description ?? "",
    facts: [
      ...(values.length > 0 ? [`One of: ${values.join(", ")}.`] : types ? [`Value: ${types}.`] : []),
      ...(defaultValue === undefined ? [] : [`Default: ${String(defaultValue)}.`]),
      ...(owners.every(({ required }) => required?.includes(name)) ? ["Required."] : []),
    ],
  };
}

/** Explains the key at a place; undefined if the schema does not know it, or no key is there. */
export function explainYaml(text: string, offset: number, root: JsonSchema): Explanation | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  let explanation: Explanation | undefined;
  try {
    visit(parseDocument(text, { uniqueKeys: false, logLevel: "silent" }), {
      Pair: (_position, pair, path) => {
        if (!isWithin(pair.key, offset)) return undefined;
        explanation = explainKey(root, pair, path);
        return visit.BREAK;
      },
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return explanation;
}
