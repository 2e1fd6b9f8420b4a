/**
 * Gives an answer back what its schema lost as a whole at a level: the members of its smallest parts first, as long as
 * there is room.
 */
import type { ToolSchema } from "../../tool-schema";
import type { CompiledTool } from "../../compiled-toolkit";
import type { Room } from "./deepen-arguments";

/** The same answer at another depth, and the sizes of schemas: as compiled, and as clients get them. */
export type AnswerStep = {
  schema: () => ToolSchema;
  size: (schema: ToolSchema) => number;
  published: (schema: ToolSchema) => number;
};

/** A part with more members than this in JSON text would take the room of many others. */
const LONGEST_PART = 1_500;

/** Whether nothing is said of the members of a value. */
const isOpen = ({ type, properties, items, anyOf, enum: choices, additionalProperties: others }: ToolSchema): boolean =>
  (type === undefined || type === "object") &&
  !properties &&
  !items &&
  !anyOf &&
  !choices &&
  typeof others !== "object";

type Part = { place: string; shallow: ToolSchema; deep: ToolSchema };

/** The schemas right inside of a schema, by their place in it. */
function inside({ properties, items, additionalProperties: others }: ToolSchema): Map<string, ToolSchema> {
  const parts = new Map(Object.entries(properties ?? {}).map(([name, part]) => [`.${name}`, part]));
  if (items) parts.set("[]", items);
  if (typeof others === "object") parts.set("{}", others);
  return parts;
}

/** Whether a schema leaves something inside of it open. Most answers do not, and need no deeper form. */
export const hasOpenPart = (schema: ToolSchema): boolean =>
  isOpen(schema) || [...inside(schema).values()].some(hasOpenPart);

/** The parts that are open in one schema and have a form in the other. */
function openParts(shallow: ToolSchema, deep: ToolSchema, place = ""): Part[] {
  if (shallow === deep) return [];
  if (isOpen(shallow)) return isOpen(deep) && deep.type === shallow.type ? [] : [{ place, shallow, deep }];
  const deeper = inside(deep);
  return [...inside(shallow)].flatMap(([step, part]) => {
    const other = deeper.get(step);
    return other ? openParts(part, other, `${place}${step}`) : [];
  });
}

/** The schema with other parts at some places. */
function withParts(schema: ToolSchema, parts: ReadonlyMap<string, ToolSchema>, place = ""): ToolSchema {
  const part = parts.get(place);
  if (part) return part;
  const { properties, items, additionalProperties: others } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, withParts(member, parts, `${place}.${name}`)]),
      ),
    }),
    ...(items && { items: withParts(items, parts, `${place}[]`) }),
    ...(typeof others === "object" && { additionalProperties: withParts(others, parts, `${place}{}`) }),
  };
}

/**
 * @param cut the schema that fits
 * @param deeper the same answer at greater depths, one level more each
 */
export function deepenAnswer(cut: ToolSchema, deeper: readonly AnswerStep[], room: Room): ToolSchema {
  let schema = cut;
  let left = room;
  for (const step of deeper) {
    if (left.size <= 0 || left.published <= 0) break;
    const sized = openParts(schema, step.schema()).map(({ place, shallow, deep }) => ({
      place,
      deep,
      size: step.size(deep) - step.size(shallow),
      published: step.published(deep) - step.published(shallow),
    }));
    const parts = new Map<string, ToolSchema>();
    for (const { place, deep, size, published } of sized.sort((a, b) => a.size - b.size)) {
      if (size > LONGEST_PART || size > left.size || published > left.published) break;
      left = { size: left.size - size, published: left.published - published };
      parts.set(place, deep);
    }
    if (parts.size > 0) schema = withParts(schema, parts);
  }
  return schema;
}

/** How the data of a tool's answer can become deeper, until its toolkit's own forms are in it. */
const later = new WeakMap<CompiledTool, (data: ToolSchema) => ToolSchema>();

/** The tool's answer is deepened by `deepenAnswers`, after the forms that the toolkit's files have for it. */
export function deepenLater(tool: CompiledTool, deepen: (data: ToolSchema) => ToolSchema): CompiledTool {
  later.set(tool, deepen);
  return tool;
}

export function deepenAnswers(tools: readonly CompiledTool[]): void {
  for (const tool of tools) {
    const { data } = tool.outputSchema.properties;
    const deepen = later.get(tool);
    if (!deepen || !data) continue;
    later.delete(tool);
    const { outputSchema } = tool;
    tool.outputSchema = { ...outputSchema, properties: { ...outputSchema.properties, data: deepen(data) } };
  }
}
