/** Members that a tool requires and no caller has, and constants that a caller would have to guess. */
import type { CompiledTool } from "../../compiled-toolkit";
import type { ToolSchema } from "../../tool-schema";
import { isListOfAnswer, isTypeOfServer } from "../requests/needed-names";
import { walkSchemas } from "../schemas/walk-schemas";

const READ_ONLY = /^\W*(read[ -]?only|output only)\b/i;

function inventedIn(schema: ToolSchema, place: string, places: ReadonlySet<string>): string[] {
  const required = schema.required ?? [];
  const prefix = place === "" ? "" : `${place}.`;
  if (isListOfAnswer(required))
    return [`${place || "the tool"} requires what only an answer has: ${required.join(", ")}`];
  return required.flatMap((name) => {
    const member = schema.properties?.[name];
    if (isTypeOfServer(name) && member?.enum?.length !== 1)
      return [`${prefix}${name} is required, and the server knows it`];
    // The name of the thing itself stands in the path, in the words that describe it elsewhere.
    const isPlace = place === "" && places.has(name);
    return READ_ONLY.test(member?.description ?? "") && !isPlace
      ? [`${prefix}${name} is required, and only the server writes it`]
      : [];
  });
}

/** Required members that the provider does not need from a caller, at every depth. */
export function requiredProblems({ inputSchema, run }: CompiledTool): string[] {
  if (!run.request || run.request.method === "GET") return [];
  const places = new Set(run.request.parameters.filter((parameter) => parameter.in === "path").map(({ key }) => key));
  return [...walkSchemas(inputSchema)].flatMap(([place, schema]) => inventedIn(schema, place, places));
}

/** Required arguments with one possible value are filled in: a caller would have to guess them. */
export const constantProblems = ({ inputSchema }: CompiledTool): string[] =>
  (inputSchema.required ?? [])
    .filter((name) => {
      const schema = inputSchema.properties[name];
      return schema?.enum?.length === 1 && schema.enum[0] !== null && schema.default === undefined;
    })
    .map((name) => `${name} has one possible value, and nothing fills it in`);
