/** BigQuery's query tool: rows as objects, with the names of the answer's schema. */
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";

type Field = { name: string; type: string; mode?: string; fields?: Field[] };
type Cell = { v: unknown };
type Row = { f: Cell[] };
type Answer = {
  schema?: { fields?: Field[] };
  rows?: Row[];
  totalRows?: string;
  jobComplete?: boolean;
  pageToken?: string;
  totalBytesProcessed?: string;
  jobReference?: { jobId?: string; projectId?: string };
};

const NUMERIC = new Set(["FLOAT", "FLOAT64"]);

/** Large integers and decimals stay text, as JSON numbers would lose digits. */
function toScalar(value: unknown, type: string): unknown {
  if (typeof value !== "string") return value;
  if (type === "BOOLEAN" || type === "BOOL") return value === "true";
  const number = Number(value);
  if (NUMERIC.has(type)) return Number.isFinite(number) ? number : value;
  return (type === "INTEGER" || type === "INT64") && Number.isSafeInteger(number) ? number : value;
}

function toValue(value: unknown, field: Field): unknown {
  if (value === null || value === undefined) return null;
  if (field.mode === "REPEATED") return (value as Cell[]).map(({ v }) => toValue(v, { ...field, mode: "NULLABLE" }));
  return field.fields ? toRow(value as Row, field.fields) : toScalar(value, field.type);
}

/**
 * A row of positions as an object (https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query#response-body).
 */
export const toRow = (row: Row, fields: Field[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field, index) => [field.name, toValue(row.f[index]?.v, field)]));

async function firstProject({ call, fail }: HandlerTools): Promise<string> {
  const { data } = await call({ method: "GET", path: "/projects", query: { maxResults: 1 } });
  return (
    (data as { projects?: { id?: string }[] }).projects?.[0]?.id ??
    fail("The account sees no project. Give project_id.")
  );
}

type QueryArguments = {
  query?: string;
  project_id?: string;
  location?: string;
  max_results?: number;
  timeout_ms?: number;
  dry_run?: boolean;
};

const runQuery: ToolHandler = async (args: QueryArguments, tools) => {
  const project = args.project_id ?? (await firstProject(tools));
  const body = {
    query: args.query,
    useLegacySql: false,
    maxResults: args.max_results ?? 1000,
    timeoutMs: args.timeout_ms ?? 20_000,
    ...(args.location ? { location: args.location } : {}),
    ...(args.dry_run ? { dryRun: true } : {}),
  };
  const answer = (await tools.call({ method: "POST", path: `/projects/${encodeURIComponent(project)}/queries`, body }))
    .data as Answer;
  return {
    rows: (answer.rows ?? []).map((row) => toRow(row, answer.schema?.fields ?? [])),
    total_rows: Number(answer.totalRows ?? 0),
    complete: answer.jobComplete ?? true,
    job_id: answer.jobReference?.jobId ?? "",
    project_id: project,
    bytes_processed: answer.totalBytesProcessed ?? "0",
    page_token: answer.pageToken ?? "",
  };
};

export const handlers: ToolHandlers = { runQuery };
