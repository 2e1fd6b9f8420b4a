/** An operation of the API: its path, permission, inputs and output, written down only once. */
import type { z } from "zod";
import type { AreaPermission, ProfilePermission } from "./permission";

/**
 * How a caller shows who they are, and what they may do then.
 * - `project`: a project API key (`x-api-key`) or the dashboard's session cookie
 * - `session`: the dashboard's cookie only
 * - `user`: a person, whatever the project: a key of that kind (`x-user-api-key`) or the dashboard's cookie
 * - `organization`: a key of that kind (`x-org-api-key`), or the dashboard's cookie
 * - `link`: the token in the path is the credential
 * - `none`: anybody
 */
type Guard =
  | { auth: "project" | "organization"; permission: AreaPermission }
  | { auth: "session"; permission: AreaPermission | ProfilePermission }
  | { auth: "user"; permission: ProfilePermission }
  | { auth: "link"; permission: "link" }
  | { auth: "none"; permission: "public" };

export type AuthKind = Guard["auth"];

/** What a change is called in the audit trail: `<thing>.<done to it>`. */
export type AuditAction = `${string}.${string}`;

export type Operation = Guard & {
  /** What a caller must be allowed besides: an operation must not pass on more power than its caller has. */
  also?: readonly AreaPermission[];
  /**
   * `none` for what changes nothing, and for what has a log of its own: executions, uploads, the steps of a connection.
   */
  audit: "none" | AuditAction;
  /** The official operationId where the published description has one, otherwise ours. */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Begins with `/api/v3/` (also served under `/api/v3.1/`); `{name}` stands for a path parameter. */
  path: `/${string}`;
  summary: string;
  description?: string;
  tag: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  /** The status of a success; 200 if unset. */
  status?: 200 | 201 | 202 | 204;
  /** A person must have signed in or entered the password or a code within ten minutes. Keys are not asked. */
  fresh?: true;
  /** Also for a person whose organization requires two-step sign-in and who has yet to set it up. */
  forSetUp?: true;
  /** Also for a person who came by an organization's provider: their account is not the organization's to change. */
  forConfined?: true;
  /** Also for the access key of a session (`x-session-access-key`): of the session in the path, where it names one. */
  sessionKey?: true;
  /** Also for browser tokens, within their user and tools; closed to them if unset. */
  browserToken?: true;
  /** Documentation: for everybody, or only for callers with a sign-in or a key where the operator decided so. */
  documentation?: true;
  /** Not in the published description: an operation of our own. */
  own?: boolean;
  deprecated?: boolean;
  /**
   * The operation of today, as `GET /api/v3/tools`, of an operation from before version 3. Its answers name it in their
   * headers, and its errors have the form of that generation.
   */
  successor?: string;
};

type Part = "params" | "query" | "body";
type PartsOf<O extends Operation> = { [K in Part as O[K] extends z.ZodType ? K : never]: O[K] };

/** What the handler receives: parsed, defaults filled in. */
export type Parsed<O extends Operation> = { [K in keyof PartsOf<O>]: z.output<Extract<PartsOf<O>[K], z.ZodType>> };
/** What a caller sends: before parsing. */
export type RequestInput<O extends Operation> = { [K in keyof PartsOf<O>]: z.input<Extract<PartsOf<O>[K], z.ZodType>> };
/** What a handler returns and a caller gets. */
export type Result<O extends Operation> = z.output<O["response"]>;

/**
 * Where an operation is: what the browser needs to call it. `declared` is never set; it carries the types of the
 * operation, whose schemas stay out of the pages.
 */
export type Address<O extends Operation = Operation> = Pick<Operation, "id" | "method" | "path"> & {
  readonly declared?: O;
  /** As `creates` decides; absent if false. */
  readonly creates?: true;
};
/** The addresses of a contract, under the same names. */
export type AddressesOf<Api> = { readonly [K in keyof Api]: Api[K] extends Operation ? Address<Api[K]> : never };
/** The operation of an address. */
export type OperationAt<A extends Address> = NonNullable<A["declared"]>;

/** Declares an operation; the type keeps every literal, so routes and clients are checked against it. */
export const operation = <const O extends Operation>(contract: O): O => contract;
