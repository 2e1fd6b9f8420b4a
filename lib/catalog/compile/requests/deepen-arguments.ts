/**
 * Gives arguments back the depth, or the words, that their schema lost as a whole, the smallest first, as long as there
 * is room.
 */
import type { RootSchema, ToolSchema } from "../../tool-schema";

/** The same arguments within other bounds, and the sizes of schemas: as compiled, and as clients get them. */
export type DepthStep = {
  schema: RootSchema;
  size: (schema: ToolSchema) => number;
  published: (schema: ToolSchema) => number;
};
/** Characters left within the bounds. */
export type Room = { size: number; published: number };

/**
 * @param cut the schema that fits, with every argument at one depth
 * @param deeper the same arguments at greater depths, the deepest first
 */
export function deepenArguments(cut: DepthStep, deeper: readonly DepthStep[], room: Room): RootSchema {
  const properties = { ...cut.schema.properties };
  const swaps = Object.entries(properties).flatMap(([name, shallow]) =>
    deeper.flatMap(({ schema, size, published }) => {
      const deep = schema.properties[name];
      return deep && deep !== shallow ? [{ name, deep, size: size(deep), published: published(deep) }] : [];
    }),
  );
  const sizes = new Map(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { size: cut.size(schema), published: cut.published(schema) },
    ]),
  );
  let left = room;
  for (const { name, deep, ...deepSize } of swaps.sort((a, b) => a.size - b.size)) {
    const now = sizes.get(name);
    // A longer schema of an argument has more facts than the present schema.
    if (!now || deepSize.size <= now.size) continue;
    const next = {
      size: left.size - (deepSize.size - now.size),
      published: left.published - (deepSize.published - now.published),
    };
    if (next.size < 0 || next.published < 0) continue;
    left = next;
    sizes.set(name, deepSize);
    properties[name] = deep;
  }
  return { ...cut.schema, properties };
}
