/** Compares what a caller gets with the published output schema of the tool, by a JSON Schema validator. */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import ajvFormats from "ajv-formats";
import type { ToolSchema } from "@/lib/catalog/tool-schema";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Members of an answer, and those that the schema does not name although it lists the members of their object. */
type Members = { all: number; unnamed: string[] };

const toWords = ({ instancePath, message, keyword, params }: ErrorObject): string => {
  const detail = keyword === "additionalProperties" ? ` (${String((params as Json).additionalProperty)})` : "";
  // The items of a list have one schema.
  return `${instancePath.replace(/\/\d+(?=\/|$)/g, "/*") || "/"} ${message ?? keyword}${detail}`;
};

/** One validator for all schemas: its own start takes longer than a schema. */
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  logger: false,
  validateSchema: true,
  ownProperties: true,
  addUsedSchema: false,
});
ajvFormats.default(ajv);

/** One schema; it is compiled once. */
export class OutputCheck {
  private readonly validate: ValidateFunction;

  /** @throws Error if the schema is no JSON schema */
  constructor(private readonly schema: ToolSchema) {
    this.validate = ajv.compile(schema);
    ajv.removeSchema(schema);
  }

  /** Why an answer does not fit, each with its place; empty if it fits. Each reason is listed once. */
  problems(answer: unknown): string[] {
    if (this.validate(answer)) return [];
    return [...new Set((this.validate.errors ?? []).map(toWords))];
  }

  /** The members of an answer in objects whose members the schema lists. */
  members(answer: unknown): Members {
    const members: Members = { all: 0, unnamed: [] };
    count(this.schema, answer, "", members);
    return { ...members, unnamed: [...new Set(members.unnamed)] };
  }
}

/** The schema's own properties and those of its alternatives: an answer has those of one of them. */
function propertiesOf({ properties, anyOf }: ToolSchema): Record<string, ToolSchema> | undefined {
  const maps = [properties, ...(anyOf ?? []).map(propertiesOf)].filter((map) => map !== undefined);
  return maps.length > 0 ? (Object.assign({}, ...maps.reverse()) as Record<string, ToolSchema>) : undefined;
}

function count(schema: ToolSchema, value: unknown, place: string, members: Members): void {
  if (Array.isArray(value)) {
    const items = schema.items ?? schema.anyOf?.find((part) => part.items)?.items;
    if (items) for (const item of value) count(items, item, `${place}/*`, members);
    return;
  }
  const properties = propertiesOf(schema);
  if (!isObject(value) || !properties) return;
  const others = schema.additionalProperties;
  for (const [name, member] of Object.entries(value)) {
    members.all += 1;
    const named = Object.hasOwn(properties, name) ? properties[name] : isObject(others) ? others : undefined;
    if (named) count(named, member, `${place}/${name}`, members);
    else members.unnamed.push(`${place}/${name}`);
  }
}
