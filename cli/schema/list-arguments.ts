/** Lists the arguments of a tool from its JSON Schema, for a table. */

type Schema = Record<string, unknown>;
export type Argument = {
  /** With dots for fields of objects, and `[]` for items of lists. */
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
};

const MAX_DEPTH = 4;
const MAX_ARGUMENTS = 500;
const MAX_CHOICES = 12;

const toSchema = (value: unknown): Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Schema) : {};
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The alternatives of a schema without null; the schema itself if it has none. */
function alternativesOf(schema: Schema): Schema[] {
  const alternatives = [...toList(schema.anyOf), ...toList(schema.oneOf)].map(toSchema);
  return alternatives.length > 0 ? alternatives.filter(({ type }) => type !== "null") : [schema];
}

function nameType(schema: Schema, depth = 0): string {
  const alternatives = alternativesOf(schema);
  if (alternatives.length !== 1 || alternatives[0] !== schema)
    return depth >= MAX_DEPTH
      ? "any"
      : [...new Set(alternatives.map((other) => nameType(other, depth + 1)))].join(" or ");
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((type) => type !== "null");
  if (types[0] !== "array") return types.length > 0 && types[0] !== undefined ? types.join(" or ") : "any";
  return depth >= MAX_DEPTH ? "list" : `list of ${nameType(toSchema(schema.items), depth + 1)}`;
}

function describe(schema: Schema): string {
  const choices = toList(schema.enum).map((choice) => JSON.stringify(choice));
  const shownChoices = choices.slice(0, MAX_CHOICES).join(", ") + (choices.length > MAX_CHOICES ? ", ..." : "");
  return [
    typeof schema.description === "string" ? schema.description : "",
    choices.length > 0 ? `One of ${shownChoices}.` : "",
    schema.default === undefined ? "" : `Default: ${JSON.stringify(schema.default)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

function collect(schema: Schema, prefix: string, depth: number, list: Argument[]): void {
  const required = new Set(toList(schema.required));
  for (const [name, value] of Object.entries(toSchema(schema.properties))) {
    if (list.length >= MAX_ARGUMENTS) return;
    const property = toSchema(value);
    list.push({
      name: prefix + name,
      type: nameType(property),
      isRequired: required.has(name),
      description: describe(property),
    });
    if (depth >= MAX_DEPTH) continue;
    for (const alternative of alternativesOf(property)) {
      const items = toSchema(alternative.items);
      if (alternative.properties !== undefined) collect(alternative, `${prefix}${name}.`, depth + 1, list);
      else if (items.properties !== undefined) collect(items, `${prefix}${name}[].`, depth + 1, list);
    }
  }
}

/** The arguments, the required arguments first; the fields of an object follow it. */
export function listArguments(schema: unknown): Argument[] {
  const whole = toSchema(schema);
  const required = new Set(toList(whole.required));
  const names = Object.entries(toSchema(whole.properties));
  const sorted = [...names.filter(([name]) => required.has(name)), ...names.filter(([name]) => !required.has(name))];
  const list: Argument[] = [];
  collect({ ...whole, properties: Object.fromEntries(sorted) }, "", 1, list);
  return list;
}
