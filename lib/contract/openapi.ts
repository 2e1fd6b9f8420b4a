/** The OpenAPI document, made from the operations. */
import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiParameters,
  type ZodOpenApiPathsObject,
} from "zod-openapi";
import type { AuthKind, Operation } from "./operation";

export const ErrorBody = z
  .object({
    error: z.object({
      message: z.string(),
      code: z.number(),
      status: z.number(),
      slug: z.string().optional(),
      request_id: z.string().optional(),
      suggested_fix: z.string().optional(),
      errors: z.array(z.string()).optional(),
    }),
  })
  .meta({ id: "Error" });

const SECURITY: Record<AuthKind, Record<string, string[]>[]> = {
  project: [{ ApiKey: [] }, { UserApiKey: [] }, { Session: [] }],
  user: [{ UserApiKey: [] }, { Session: [] }],
  organization: [{ OrganizationApiKey: [] }, { Session: [] }],
  session: [{ Session: [] }],
  link: [],
  none: [],
};

const asObject = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? schema : undefined);

const securityOf = (op: Operation): Record<string, string[]>[] =>
  op.sessionKey ? [...SECURITY[op.auth], { SessionAccessKey: [] }] : SECURITY[op.auth];

function toOperationObject(op: Operation): ZodOpenApiOperationObject {
  const path = asObject(op.params);
  const query = asObject(op.query);
  const requestParams: ZodOpenApiParameters = { ...(path && { path }), ...(query && { query }) };
  const failure = (description: string) => ({ description, content: { "application/json": { schema: ErrorBody } } });
  return {
    operationId: op.id,
    summary: op.summary,
    ...(op.description && { description: op.description }),
    tags: [op.tag],
    ...(op.deprecated && { deprecated: true }),
    security: securityOf(op),
    ...((path || query) && { requestParams }),
    ...(op.body && {
      requestBody: {
        required: !op.body.safeParse(undefined).success,
        content: { "application/json": { schema: op.body } },
      },
    }),
    responses: {
      [String(op.status ?? 200)]: { description: "Success", content: { "application/json": { schema: op.response } } },
      "400": failure("The request is malformed."),
      ...(SECURITY[op.auth].length > 0 && { "401": failure("The credential is missing or wrong.") }),
      ...(path && { "404": failure("Not found.") }),
      "500": failure("The server failed."),
    },
  };
}

/** The document of all operations (https://spec.openapis.org/oas/v3.1.0). `serverUrl` is the public base URL. */
export function openApiDocument(operations: readonly Operation[], info: { version: string; serverUrl: string }) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const op of operations) (paths[op.path] ??= {})[op.method.toLowerCase()] = toOperationObject(op);
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Patchbay",
      version: info.version,
      description:
        "The open, self-hosted integration platform for AI agents. Every path is also served under /api/v3.1.",
    },
    servers: [{ url: info.serverUrl }],
    components: {
      securitySchemes: {
        ApiKey: { type: "apiKey", in: "header", name: "x-api-key" },
        UserApiKey: { type: "apiKey", in: "header", name: "x-user-api-key" },
        OrganizationApiKey: { type: "apiKey", in: "header", name: "x-org-api-key" },
        SessionAccessKey: { type: "apiKey", in: "header", name: "x-session-access-key" },
        Session: { type: "apiKey", in: "cookie", name: "next-auth.session-token" },
      },
    },
    paths: paths as ZodOpenApiPathsObject,
  });
}
