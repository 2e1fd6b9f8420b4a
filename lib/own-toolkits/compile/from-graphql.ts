/** A GraphQL schema as tools: one for each query and mutation. */
import { MOST_TOOLS } from "@/lib/catalog/load/own-toolkit-rows";
import { HandTool } from "@/lib/catalog/compile/sources/hand-tool";
import type { Values } from "@/lib/kernel/text/is-object";
import {
  argumentsOf,
  fieldsOf,
  type GraphqlField,
  type GraphqlSchema,
  readSchema,
  toOperation,
} from "./graphql-schema";
import type { Problems } from "./problem";
import type { WrittenTool } from "./written-tool";

function toTool(schema: GraphqlSchema, field: GraphqlField, path: string): HandTool {
  const args = argumentsOf(schema, field);
  const { title, description, head, call, selection } = toOperation(schema, field, args);
  return HandTool.parse({
    ...{ name: title, description },
    tags: [field.kind === "query" ? "readOnlyHint" : "updateHint"],
    deprecated: field.isDeprecated,
    ...{ method: "POST", path, fixedBody: { query: `${head} { ${call}${selection && ` ${selection}`} }` } },
    parameters: Object.fromEntries(
      args.map(({ name, schema: argumentSchema, isRequired }) => [
        name,
        { ...argumentSchema, ...{ in: "body", at: `variables.${name}`, required: isRequired } },
      ]),
    ),
  });
}

/** `createParcel` as CREATE_PARCEL behind the prefix; numbered where another has it. */
function toSlug(prefix: string, name: string, usedSlugs: Set<string>): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const base = `${prefix}_${words.toUpperCase()}`.slice(0, 60);
  let slug = base;
  for (let n = 2; usedSlugs.has(slug); n++) slug = `${base}_${n}`;
  usedSlugs.add(slug);
  return slug;
}

/**
 * @param path of the endpoint below the toolkit's base URL
 * @param choices keys (`QUERY parcel`, `MUTATION addParcel`) of the operations that become tools; undefined = all
 */
export function fromGraphql(
  value: Values,
  { slug, path, choices }: { slug: string; path: string; choices: readonly string[] | undefined },
  problems: Problems,
): { tools: WrittenTool[]; total: number } {
  const schema = readSchema(value);
  const usedSlugs = new Set<string>();
  const chosenKeys = choices && new Set(choices);
  const tools: WrittenTool[] = [];
  const fields = fieldsOf(schema);
  for (const field of fields) {
    const { key, name } = field;
    if ((chosenKeys && !chosenKeys.has(key)) || tools.length >= MOST_TOOLS) continue;
    try {
      tools.push({ key, slug: toSlug(slug.toUpperCase(), name, usedSlugs), tool: toTool(schema, field, path) });
    } catch {
      problems.add("", `${key} is left out: its description cannot be read.`, "Leave it out.");
    }
  }
  return { tools, total: fields.length };
}
