/** Path, query and header parameters of an operation as arguments of a tool. */
import type { RequestParameter } from "../../tool-request";
import type { SchemaBounder } from "../schemas/schema-bounder";
import {
  dereference,
  type OpenApiDocument,
  type SourceOperation,
  type SourceParameter,
  type SourcePath,
} from "../sources/openapi-document";
import { holdsBuildDate } from "../mends/holds-build-date";
import { unboundedText } from "../schemas/strict-keywords";
import type { ToolSchema } from "../../tool-schema";

/** Set by the executor or by the account's credentials; as arguments they would shadow them. */
export const RESERVED_HEADERS =
  /^(authorization|accept|content-type|content-length|user-agent|host|connection|cookie|x-api-key|api[-_]?key)$/i;
const RESERVED_QUERY =
  /^(access[-_]?token|api[-_]?key|oauth[-_]?token|\$\.xgafv|prettyprint|upload_protocol|uploadtype|quotauser|callback|userip)$/i;
const PATH_PLACE = /\{([^}]+)\}/g;
const ARGUMENT_NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** The arguments gathered so far: names are unique, and fit for every client. */
export class ArgumentNames {
  readonly properties: Record<string, ToolSchema> = Object.create(null) as Record<string, ToolSchema>;
  readonly required: string[] = [];

  /** Adds an argument under its own name, or under a sanitized or numbered name; returns the name. */
  add(name: string, schema: ToolSchema, required: boolean): string {
    const clean = ARGUMENT_NAME.test(name) ? name : sanitize(name);
    let key = clean;
    for (let n = 2; key in this.properties; n++) key = `${clean.slice(0, 60)}_${n}`;
    this.properties[key] = required ? withOnlyValue(schema) : schema;
    if (required) this.required.push(key);
    return key;
  }
}

/** A required argument with one possible value is filled in for the caller. */
const withOnlyValue = (schema: ToolSchema): ToolSchema =>
  schema.enum?.length === 1 && schema.default === undefined && schema.enum[0] !== null
    ? { ...schema, default: schema.enum[0] }
    : schema;

const sanitize = (name: string): string =>
  name
    .replace(/\[\]$/, "")
    .replace(/[^A-Za-z0-9_.-]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 64) || "param";

/**
 * The parameters that a caller fills in: those of the operation over those of its path, and a place in the path that
 * nobody declared. Credentials, cookies and fixed headers are left out.
 */
export function callerParameters(
  document: OpenApiDocument,
  path: string,
  item: SourcePath,
  operation: SourceOperation,
  dropped: ReadonlySet<string>,
): SourceParameter[] {
  const byPlace = new Map<string, SourceParameter>();
  for (const source of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    const parameter = dereference(document, source);
    if (parameter?.name && parameter.in) byPlace.set(`${parameter.in}:${parameter.name}`, parameter);
  }
  for (const [, name] of path.matchAll(PATH_PLACE)) {
    if (name && !byPlace.has(`path:${name}`))
      byPlace.set(`path:${name}`, { name, in: "path", required: true, schema: { type: "string" } });
  }
  const credentials = credentialPlaces(document);
  const resource = googleResourcePlace(document, path);
  return [...byPlace.values()]
    .map((parameter) =>
      parameter.in === "path" && parameter.name === resource ? { ...parameter, allowReserved: true } : parameter,
    )
    .filter((parameter) => {
      const name = parameter.name ?? "";
      // A placeholder of the path is always filled: otherwise the address would contain the placeholder's name.
      if (parameter.in === "path") return path.includes(`{${name}}`);
      if (dropped.has(name)) return false;
      if (parameter.in === "header")
        return !RESERVED_HEADERS.test(name) && !credentials.has(`header:${name.toLowerCase()}`);
      // Google's `callback` wraps answers in a script; a required one is the address that a provider reports to.
      if (parameter.in === "query")
        return (
          (!RESERVED_QUERY.test(name) || (parameter.required === true && /^callback$/i.test(name))) &&
          !credentials.has(`query:${name.toLowerCase()}`)
        );
      return false;
    });
}

/**
 * The place of a whole resource name ("properties/1/audiences/2") in a Google path: their templates write `{+name}`,
 * which these descriptions lost, and their servers refuse %2F there (https://google.aip.dev/127). It follows the
 * version.
 */
const googleResourcePlace = (document: OpenApiDocument, path: string): string | undefined =>
  document.info?.["x-providerName"] === "googleapis.com" ? /^\/(?:v\d\w*\/)?\{([^}]+)\}/.exec(path)?.[1] : undefined;

/** Where the schemes of a document put keys: `header:x-key`. */
export function credentialPlaces(document: OpenApiDocument): Set<string> {
  const schemes = Object.values(document.components?.securitySchemes ?? {});
  return new Set(
    schemes
      .map((scheme) => dereference(document, scheme))
      .filter((scheme) => scheme?.type === "apiKey")
      .map((scheme) => `${scheme?.in}:${String(scheme?.name).toLowerCase()}`),
  );
}

const STYLES = new Set(["simple", "label", "matrix", "form", "spaceDelimited", "pipeDelimited", "deepObject"]);

/** Adds the parameters as arguments and returns the place of each in the request. */
export function addParameters(
  names: ArgumentNames,
  parameters: SourceParameter[],
  bounder: SchemaBounder,
): RequestParameter[] {
  return parameters.map((parameter) => {
    const name = parameter.name ?? "";
    const place = parameter.in as RequestParameter["in"];
    const content = parameter.content ? Object.values(parameter.content)[0] : undefined;
    const schema = { ...bounder.compile(parameter.schema ?? content?.schema ?? { type: "string" }) };
    const description = bounder.text(parameter.description);
    if (description) schema.description = description;
    const example = unboundedText(parameter.example);
    if (parameter.example !== undefined && !schema.examples && example.length < 120 && !holdsBuildDate(example))
      schema.examples = [parameter.example];
    const key = names.add(name, schema, parameter.required === true || place === "path");
    return {
      key,
      name,
      in: place,
      ...(parameter.style && STYLES.has(parameter.style)
        ? { style: parameter.style as RequestParameter["style"] }
        : {}),
      ...(parameter.explode === undefined ? {} : { explode: parameter.explode }),
      ...(parameter.allowReserved || parameter["x-multi-segment"] ? { allowReserved: true } : {}),
      ...(parameter.content ? { json: true } : {}),
    } as RequestParameter;
  });
}
