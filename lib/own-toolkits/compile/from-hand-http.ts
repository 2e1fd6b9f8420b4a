/** An HTTP request that a person wrote out, as a tool of a toolkit's file. */
import { RESERVED_HEADERS } from "@/lib/catalog/compile/requests/add-parameters";
import type { HandHttp, HandValue } from "../hand-entry";
import { checkTemplate } from "./check-template";
import { isSafeHeader } from "./find-auth";
import { pathProblem } from "./prepare-operations";

export type HandContext = {
  /** Fields of the connection by the places of paths that they fill. */
  pathFields: Readonly<Record<string, string>>;
  /** Where credentials are put: `header:x-key`. */
  credentialPlaces: ReadonlySet<string>;
};
/** Adds a problem; the tool is left out. The pointer begins at the request. */
export type Refuse = (pointer: string, message: string, fix: string) => void;
type Parameter = HandHttp["parameters"][number];

const PLACE = /\{([A-Za-z_]\w*)\}/g;

/** The schema of an argument. What is allowed in a list is said about its items. */
export function toSchema(facts: HandValue): Record<string, unknown> {
  const { type, items, description, default: usual, ...bounds } = facts;
  const limits = Object.fromEntries(Object.entries(bounds).filter(([, value]) => value !== undefined));
  const words = description === undefined ? {} : { description };
  if (type !== "array")
    return { ...(type ? { type } : {}), ...limits, ...words, ...(usual === undefined ? {} : { default: usual }) };
  const inner = { ...(items ? { type: items } : {}), ...limits };
  return {
    ...{ type, ...words, ...(Object.keys(inner).length > 0 ? { items: inner } : {}) },
    ...(usual === undefined ? {} : { default: [usual] }),
  };
}

const wireNameOf = ({ name, send_as: wireName = name }: Parameter): string => wireName;

function checkPath({ path }: HandHttp, refuse: Refuse): void {
  const [plain = "", query = ""] = path.split("?", 2);
  const problem = path.startsWith("//") ? "begins with two slashes" : pathProblem(path);
  if (problem) refuse("/path", `The path ${JSON.stringify(path)} ${problem}.`, "Write the part behind the base URL.");
  else if (/[{}]/.test(plain.replace(PLACE, "")) || /[{}]/.test(query))
    refuse("/path", "The path has braces that are no place.", "Write {name}, and parameters of the query as such.");
  else if (path.includes("#")) refuse("/path", "The path has a fragment, which is never sent.", "Remove it.");
}

function checkPlaces({ path, parameters }: HandHttp, { pathFields }: HandContext, refuse: Refuse): void {
  const places = new Set([...path.matchAll(PLACE)].map(([, name = ""]) => name));
  const inPath = new Set(parameters.filter((parameter) => parameter.in === "path").map(wireNameOf));
  for (const place of places)
    if (!inPath.has(place) && !Object.hasOwn(pathFields, place))
      refuse("/path", `Nothing fills {${place}}.`, `Add a parameter with the name ${place} and in: path.`);
  parameters.forEach((parameter, index) => {
    if (parameter.in === "path" && !places.has(wireNameOf(parameter)))
      refuse(`/parameters/${index}`, `The path has no {${wireNameOf(parameter)}}.`, "Add it to the path.");
  });
}

/** Parameters that would write into another header, take the place of credentials, or cannot be sent at all. */
function checkParameters(http: HandHttp, { credentialPlaces }: HandContext, refuse: Refuse): void {
  const names = new Set<string>();
  http.parameters.forEach((parameter, index) => {
    const pointer = `/parameters/${index}`;
    const wireName = wireNameOf(parameter);
    if (names.has(parameter.name)) refuse(pointer, `Two parameters have the name ${parameter.name}.`, "Rename one.");
    names.add(parameter.name);
    if (credentialPlaces.has(`${parameter.in}:${wireName.toLowerCase()}`))
      refuse(pointer, `${JSON.stringify(wireName)} is where credentials are put.`, "Remove the parameter.");
    else if (parameter.in === "header" && (!isSafeHeader(wireName) || RESERVED_HEADERS.test(wireName)))
      refuse(pointer, `${JSON.stringify(wireName)} cannot be sent as a header.`, "Rename or remove the parameter.");
    else if (parameter.in === "body" && /^(GET|HEAD)$/.test(http.method))
      refuse(pointer, `A ${http.method} request has no body.`, "Put it into the query.");
  });
}

function checkBody({ method, content_type: type, body, parameters }: HandHttp, refuse: Refuse): void {
  if (body === undefined) return;
  if (/^(GET|HEAD)$/.test(method)) return refuse("/body", `A ${method} request has no body.`, "Remove it.");
  if (type !== "application/json")
    return refuse("/body", "A body with places is JSON.", "Remove body or content_type.");
  const inBody = parameters.flatMap(({ in: place, name }, index) => (place === "body" ? [{ name, index }] : []));
  const { problem, places } = checkTemplate(body, new Set(inBody.map(({ name }) => name)));
  if (problem) return refuse(`/body${problem.pointer}`, problem.message, problem.fix);
  for (const { name, index } of inBody)
    if (!places.has(name)) refuse(`/parameters/${index}`, `The body has no {{${name}}}.`, "Add it to the body.");
}

/** A list in a query, as the executor knows it. */
const LIST_STYLES = { repeat: {}, comma: { style: "form", explode: false }, brackets: { style: "brackets" } };

function toParameter(parameter: Parameter): Record<string, unknown> {
  const { name: _, in: place, required: isRequired, send_as: wireName, list, ...facts } = parameter;
  return {
    ...toSchema(facts.type === "array" ? { items: "string", ...facts } : facts),
    ...{ in: place, required: isRequired || place === "path" },
    ...(wireName === undefined ? {} : { wireName }),
    ...(place === "query" && facts.type === "array" ? LIST_STYLES[list] : {}),
  };
}

/** The request as keys of a toolkit file's tool. */
export function fromHandHttp(http: HandHttp, context: HandContext, refuse: Refuse): Record<string, unknown> {
  checkPath(http, refuse);
  checkPlaces(http, context, refuse);
  checkParameters(http, context, refuse);
  checkBody(http, refuse);
  const { method, path, content_type: contentType, parameters, body, response } = http;
  const inPath = new Set(parameters.filter((parameter) => parameter.in === "path").map(wireNameOf));
  const connectionNames = [...new Set([...path.matchAll(PLACE)].map(([, name = ""]) => name))].filter(
    (name) => !inPath.has(name),
  );
  return {
    ...{ method, path, contentType },
    parameters: Object.fromEntries([
      ...connectionNames.map(
        (name) => [name, { type: "string", in: "path", fromConnection: context.pathFields[name] }] as const,
      ),
      ...parameters.map((parameter) => [parameter.name, toParameter(parameter)] as const),
    ]),
    ...(body === undefined ? {} : { template: body }),
    ...(response === undefined ? {} : { returns: response }),
  };
}
