/** The HTTP request behind a tool, as the catalog stores it and the executor sends it. */
import type { ValueList } from "./values-file";
import type { AnswerNames } from "./answers-file";
import type { ArgumentAlias } from "./argument-alias";
import type { FailureRule } from "./refusals-file";

/**
 * Forms of a path parameter beyond its style. `end-of-url`: an address stands for its last segment, because answers of
 * the provider hold addresses in place of IDs. `slashes-twice`: a value that begins with a slash or holds two in a row
 * is encoded twice, because the provider splits the path after decoding.
 */
export const PATH_FORMS = ["end-of-url", "slashes-twice"] as const;

/** The position of one argument in the request. `key` is its name in the input schema, `name` its name on the wire. */
export type RequestParameter = {
  key: string;
  name: string;
  in: "path" | "query" | "header";
  /**
   * OpenAPI 3 parameter styles (https://spec.openapis.org/oas/v3.0.3#style-values); absent = the default of `in`.
   * Two are ours: `brackets` is deepObject whose lists carry no numbers (`a[]=1`), `dots` writes `a.b=1`.
   */
  style?:
    | "simple"
    | "label"
    | "matrix"
    | "form"
    | "spaceDelimited"
    | "pipeDelimited"
    | "deepObject"
    | "brackets"
    | "dots";
  explode?: boolean;
  allowReserved?: boolean;
  /** Of a path parameter. */
  form?: (typeof PATH_FORMS)[number];
  /** The parameter is declared with `content: application/json`: the value is sent as JSON text. */
  json?: boolean;
  /** The field of the connection that supplies the value if the arguments do not. */
  fromConnection?: string;
  /** Left out, it is the list of the body's members that the call has and that are objects (YouTube's `part`). */
  fromBody?: true;
  /** The schema does not show it: programs written for another list of tools send it. */
  unlisted?: true;
};

/**
 * One property of a flattened body. `as` is the encoding in a form; "file" marks a file upload. "inside": `name` is the
 * path into a JSON body (`content.raw`).
 */
export type BodyField = {
  key: string;
  name: string;
  as?: "file" | "json" | "deepObject" | "csv" | "inside";
  unlisted?: true;
};

/** A JSON body with places: a text that is only a place becomes the value itself. */
export type BodyTemplate = Record<string, unknown> | unknown[];

/**
 * The body of a request.
 * - `flat`: the body is an object whose properties are `fields` (JSON, form or multipart by `contentType`). With
 *   `wrap`, that object is the only member of a JSON object, under this name; callers can also give the whole object
 *   under it
 * - `json` | `form` | `text` | `file`: the whole body is the argument named `key`
 */
export type RequestBody =
  | {
      mode: "flat";
      contentType: string;
      required?: boolean;
      wrap?: string;
      fields: BodyField[];
      /** Members of a JSON body that are the same in each call; no argument changes them. */
      fixed?: Record<string, unknown>;
      /** The whole JSON body, in which `{{key}}` is the place of the argument with this key. */
      template?: BodyTemplate;
    }
  | { mode: "json" | "form" | "text" | "file"; contentType: string; required?: boolean; key: string };

export type ToolRequest = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  /** Absolute, without a trailing slash; can contain `{variables}` that a connection fills (subdomain, region, ...). */
  baseUrl: string;
  /** Defaults of the variables in `baseUrl`. */
  variables?: Record<string, string>;
  /** Begins with a slash; `{name}` stands for a path parameter. */
  path: string;
  parameters: RequestParameter[];
  /** Optional arguments that the provider requires: their default is sent if the caller leaves them out. */
  defaulted?: string[];
  /** Aliases of arguments, and the place of each. */
  aliases?: Record<string, ArgumentAlias>;
  body?: RequestBody;
  /** Fixed headers of this operation or toolkit, for instance a required API version. */
  headers?: Record<string, string>;
  /** The answer is bytes, not JSON or text. */
  binary?: boolean;
  /** Headers of the answer that belong to its data, in small letters. */
  answerHeaders?: string[];
  /** The path to the only part of the answer that is returned (`data.items.0`); absent = all of it. */
  returns?: string;
  /** Answers with a success status that mean a failure; they replace the rules of the toolkit. */
  failures?: FailureRule[];
};

/** The end of a tool at its provider. */
export type Retirement = {
  /** The day from which on it does not work: `2026-12-10`. */
  from: string;
  /** The event, as continuation of "because": `GitHub ended classic projects`. */
  because: string;
  /** For whom it ends, if not for everybody: `apps in development mode`. */
  whom?: string;
  /** The tool to use instead. */
  use?: string;
};

/** One or two sentences about the end of a tool. */
export const toRetirementNotice = ({ from, because, whom, use }: Retirement): string =>
  `Does not work ${whom ? `for ${whom} ` : ""}from ${from} on, because ${because}. ` +
  (use ? `Use ${use} instead.` : "There is no replacement.");

/** A tool of an MCP server, which is called with the credentials of the execution. */
export type McpToolRun = {
  /** The address of the server. */
  url: string;
  /** The tool's name at the server. */
  name: string;
  /** The schema as the server wrote it, where it wants arguments in headers too (`x-mcp-header`). */
  schema?: Record<string, unknown>;
};

/**
 * The implementation of a tool: a stored HTTP request, a composite handler, a tool of an MCP server, or this server
 * itself. The handler is named
 * by its toolkit and its own name ("gmail/sendEmail"), or by its name alone within its own toolkit. `baseUrl` is set if
 * the handler's relative paths belong to another toolkit than the tool's. `builtin` names a tool of
 * `lib/sessions/meta-tools`, which no room below that room can run.
 */
export type ToolRun = (
  | { request: ToolRequest; answer?: AnswerNames; handler?: undefined; builtin?: undefined; mcp?: undefined }
  | {
      handler: string;
      baseUrl?: string;
      /** Other names of its arguments, as a request has them. */
      aliases?: Record<string, ArgumentAlias>;
      /** Further keys of its answer, and where their values come from. */
      answer?: AnswerNames;
      request?: undefined;
      builtin?: undefined;
      mcp?: undefined;
    }
  | {
      mcp: McpToolRun;
      request?: undefined;
      handler?: undefined;
      builtin?: undefined;
      baseUrl?: undefined;
      aliases?: undefined;
      answer?: undefined;
    }
  | {
      builtin: string;
      mcp?: undefined;
      request?: undefined;
      handler?: undefined;
      baseUrl?: undefined;
      aliases?: undefined;
      answer?: undefined;
    }
) & {
  /** Its end at the provider. */
  retires?: Retirement;
  /** Where a form finds the values of its arguments. */
  lists?: Record<string, ValueList>;
  /** A project added it to a toolkit; its requests go to the toolkit's base URL of the moment. */
  added?: true;
};
