/** Corrects request bodies that a description omits or describes wrongly, before anything is compiled. */
import { successMedia } from "../requests/answer-schema";
import {
  dereference,
  METHODS,
  type Method,
  type OpenApiDocument,
  type SourceBody,
  type SourceMedia,
  type SourceOperation,
  type SourcePath,
  type SourceSchema,
} from "./openapi-document";
import { mendMedia } from "./mend-media";
import type { SourceBodyFact } from "./source-body-fact";
import type { ToolkitSource } from "./toolkit-file";

type Facts = Pick<ToolkitSource, "bodies" | "noBody">;
type Rule = { pattern: string; expression: RegExp; fact: SourceBodyFact; used: boolean };

const OPEN: SourceBody = {
  content: {
    "application/json": {
      schema: {
        type: "object",
        additionalProperties: true,
        description: "The members of the request's body, as the provider documents them; its description names none",
      },
    },
  },
};

/**
 * A copy of the document with the bodies that its toolkit file states, and with media types that a request can have.
 * Doing it twice changes nothing.
 * @throws Error naming a pattern that fits no operation, because it is out of date
 */
export function mendBodies(document: OpenApiDocument, { bodies, noBody }: Facts): OpenApiDocument {
  const rules = Object.entries(bodies).map(
    ([pattern, fact]): Rule => ({ pattern, expression: new RegExp(pattern), fact, used: false }),
  );
  const marks = noBody.map(
    (pattern): Rule => ({ pattern, expression: new RegExp(pattern), fact: "none", used: false }),
  );
  const paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).map(([path, item]) => [path, mendPath(document, path, item, rules, marks)]),
  );
  const stale = [...rules, ...marks].find(({ used: wasUsed }) => !wasUsed);
  if (stale) throw new Error(`${JSON.stringify(stale.pattern)} fits no operation of the description`);
  return { ...document, paths };
}

function mendPath(
  document: OpenApiDocument,
  path: string,
  pathItem: SourcePath,
  rules: readonly Rule[],
  marks: readonly Rule[],
): SourcePath {
  const item = dereference(document, pathItem);
  if (!item) return pathItem;
  const mended: SourcePath = { ...item };
  for (const method of METHODS) {
    const operation = item[method];
    if (!operation || typeof operation !== "object") continue;
    const key = `${method.toUpperCase()} ${path}`;
    for (const mark of marks) mark.used ||= mark.expression.test(key);
    const rule = rules.find(({ expression }) => expression.test(key));
    if (rule) rule.used = true;
    const body = rule ? stated(document, item, operation, rule.fact, key) : declaredBody(document, method, operation);
    mended[method] = withBody(rule?.fact === "answer" ? withoutFilters(document, operation, body) : operation, body);
  }
  return mended;
}

function withBody(
  { requestBody: _requestBody, ...operation }: SourceOperation,
  body: SourceBody | undefined,
): SourceOperation {
  return body ? { ...operation, requestBody: body } : operation;
}

/** Where a write has the parameters of its list, those that name members of the model are filters of the list only. */
function withoutFilters(
  document: OpenApiDocument,
  operation: SourceOperation,
  body: SourceBody | undefined,
): SourceOperation {
  const members = body?.content?.["application/json"]?.schema?.properties ?? {};
  const parameters = (operation.parameters ?? []).filter((rawParameter) => {
    const parameter = dereference(document, rawParameter);
    return !(parameter?.in === "query" && Object.hasOwn(members, parameter.name ?? ""));
  });
  return { ...operation, parameters };
}

/** The body as the toolkit file states it. */
function stated(
  document: OpenApiDocument,
  item: SourcePath,
  operation: SourceOperation,
  fact: SourceBodyFact,
  key: string,
): SourceBody | undefined {
  if (fact === "none") return undefined;
  if (fact === "open") return OPEN;
  if (fact !== "answer")
    return { required: fact.required, content: { [fact.contentType]: { schema: fact.schema as SourceSchema } } };
  const model = [operation, item.get]
    .map((operation) =>
      operation ? dereference(document, successMedia(document, operation).media?.schema) : undefined,
    )
    .find((schema) => schema?.properties ?? schema?.allOf);
  if (!model) throw new Error(`${key}: neither the operation nor its reading answers with an object`);
  // A member that every answer has is not therefore required in a request.
  const { required: _required, ...schema } = model;
  return { content: { "application/json": { schema } } };
}

function declaredBody(document: OpenApiDocument, method: Method, operation: SourceOperation): SourceBody | undefined {
  const body = dereference(document, operation.requestBody);
  if (!body?.content || typeof body.content !== "object") return operation.requestBody;
  const content: Record<string, SourceMedia> = {};
  for (const [type, media] of Object.entries(body.content)) {
    const mended = mendMedia(document, method, type, media);
    if (mended) content[mended.type] = mended.media;
  }
  return Object.keys(content).length > 0 ? { ...body, content } : undefined;
}
