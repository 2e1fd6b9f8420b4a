/** One HTTP operation of the public API: the only place where its path, inputs and output are written down. */
import type { z } from "zod";

/**
 * Who may call an operation.
 * - `project`: a project API key (`x-api-key`) or the dashboard's session cookie
 * - `user` / `organization`: keys of those kinds (`x-user-api-key`, `x-org-api-key`)
 * - `session`: the dashboard's cookie only
 * - `link`: the token in the path is the credential
 * - `none`: anybody
 */
export type AuthKind = "project" | "user" | "organization" | "session" | "link" | "none";

export type Operation = {
  /** The official operationId where the published description has one, otherwise ours. */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Begins with `/api/v3/` (also served under `/api/v3.1/`); `{name}` stands for a path parameter. */
  path: `/${string}`;
  summary: string;
  description?: string;
  tag: string;
  auth: AuthKind;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  /** The status of a success; 200 unless told. */
  status?: 200 | 201 | 202 | 204;
  /** Not in the published description: an operation of our own. */
  own?: boolean;
  deprecated?: boolean;
};

type Part = "params" | "query" | "body";
type PartsOf<O extends Operation> = { [K in Part as O[K] extends z.ZodType ? K : never]: O[K] };

/** What the handler receives: parsed, defaults filled in. */
export type Parsed<O extends Operation> = { [K in keyof PartsOf<O>]: z.output<Extract<PartsOf<O>[K], z.ZodType>> };
/** What a caller sends: before parsing. */
export type Sent<O extends Operation> = { [K in keyof PartsOf<O>]: z.input<Extract<PartsOf<O>[K], z.ZodType>> };
/** What a handler returns and a caller gets. */
export type Result<O extends Operation> = z.output<O["response"]>;

/** Declares an operation; the type keeps every literal, so routes and clients are checked against it. */
export const operation = <const O extends Operation>(declared: O): O => declared;
