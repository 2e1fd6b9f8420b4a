/** Checks that a body can be sent with its media type. */
import type { CompiledTool } from "../../compiled-toolkit";
import type { ToolSchema } from "../../tool-schema";

const MEDIA_TYPE = /^[a-z]+\/[\w.+-]+(;.*)?$/i;
/** Unregistered or meaningless types, which a server rejects. */
const NO_TYPE = /^(application\/form-data|\*\/\*)/i;
const JSON_TYPE = /[/+]json\b/i;
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data)/i;

const isObject = (schema: ToolSchema): boolean => schema.type === "object" || schema.properties !== undefined;

/** Whether a field of a form is bytes, or a list of them, that are written as a text. */
const takesBytes = ({ format, items }: ToolSchema = {}): boolean => format === "binary" || items?.format === "binary";

/** The problems of a tool's media type. */
export function bodyProblems({ run, inputSchema }: CompiledTool): string[] {
  const body = run.request?.body;
  if (!body) return [];
  const { contentType, mode } = body;
  if (!MEDIA_TYPE.test(contentType) || NO_TYPE.test(contentType))
    return [`${JSON.stringify(contentType)} is no media type of a request`];
  if (mode === "flat") {
    if (!JSON_TYPE.test(contentType) && !FORM_TYPE.test(contentType))
      return [`an object with members is sent as ${contentType}`];
    const stray = body.fields.filter(({ key, as }) => as !== "file" && takesBytes(inputSchema.properties[key]));
    return /multipart/i.test(contentType) ? stray.map(({ key }) => `${key} takes files, and asks for text`) : [];
  }
  const schema = inputSchema.properties[body.key] ?? {};
  if (mode === "json") return JSON_TYPE.test(contentType) ? [] : [`JSON is sent as ${contentType}`];
  if (mode === "form") {
    if (!isObject(schema)) return [`a form of ${contentType} has names, and the argument is ${String(schema.type)}`];
    return /multipart/i.test(contentType) ? [`a form with files names no field`] : [];
  }
  if (run.request?.method === "DELETE") return [`a deletion sends ${contentType}`];
  if (mode === "text" && isObject(schema)) return [`an object is sent as ${contentType}`];
  return [];
}
