/** The search parameters of the older log operations as filters of ours. Pure. */
import type { z } from "zod";
import { ApiError } from "@/lib/kernel/errors";
import { TOOL_LOG_OPERATORS, type ToolLogFilter } from "../contract";
import type { actionLogsApi } from "./contract";

type Filter = z.output<typeof ToolLogFilter>;
type Params = NonNullable<z.output<typeof actionLogsApi.listActionLogs.body>["search_params"]>;

type Field = { name: string; displayName: string; field: Filter["field"]; description: string };

/** Named as the rows of these operations name them. */
const FIELDS: readonly Field[] = [
  { name: "actionKey", displayName: "Tool", field: "tool_slug", description: "Slug of the tool that was executed" },
  { name: "appKey", displayName: "Toolkit", field: "toolkit_slug", description: "Slug of the tool's toolkit" },
  {
    name: "connectedAccountId",
    displayName: "Connected account",
    field: "connected_account_id",
    description: "Account whose credentials were used",
  },
  {
    name: "authConfigId",
    displayName: "Auth config",
    field: "auth_config_id",
    description: "Auth config of the account",
  },
  { name: "entityId", displayName: "User", field: "user_id", description: "User for whom the tool was executed" },
  { name: "status", displayName: "Status", field: "status", description: "success or failed" },
  {
    name: "sessionId",
    displayName: "Session",
    field: "session_id",
    description: "Session in which the tool was executed",
  },
  {
    name: "requestId",
    displayName: "Request",
    field: "request_id",
    description: "Request that asked for the execution",
  },
  { name: "id", displayName: "Log", field: "log_id", description: "The execution itself" },
];

/** The fields by which executions can be searched, in the form of the API. */
export const toActionFields = () => ({
  search_params: FIELDS.map(({ name, displayName, description }) => ({
    id: name,
    name,
    displayName,
    type: "string",
    description,
    required: false,
  })),
});

const OPERATORS: Readonly<Record<string, Filter["operator"]>> = {
  ...Object.fromEntries(TOOL_LOG_OPERATORS.map((operator) => [operator, operator])),
  equals: "==",
  eq: "==",
  is: "==",
  not_equals: "!=",
  ne: "!=",
  is_not: "!=",
};

function refuse(what: string, text: string, options: readonly string[]): never {
  throw new ApiError(
    "BadRequest",
    `A search parameter has the ${what} "${text.slice(0, 60)}", which executions do not have.`,
    { suggestedFix: `Use one of ${options.join(", ")}.` },
  );
}

function toFilter(name: string, operation: string, value: string): Filter {
  const entry =
    FIELDS.find((candidate) => candidate.name === name || candidate.field === name) ??
    refuse(
      "field",
      name,
      FIELDS.map((knownField) => knownField.name),
    );
  const lowerOperation = operation.toLowerCase();
  const operator =
    (Object.hasOwn(OPERATORS, lowerOperation) ? OPERATORS[lowerOperation] : undefined) ??
    refuse("operation", operation, TOOL_LOG_OPERATORS);
  return { field: entry.field, operator, value };
}

/**
 * Leaves out a parameter without a value. A parameter without a field searches for words.
 * @throws ApiError BadRequest for an unknown field or operation
 */
export function toChoice(params: Params): { filters: Filter[]; search?: string } {
  const filters: Filter[] = [];
  const words: string[] = [];
  for (const { field, operation, value } of params) {
    if (!value) continue;
    if (field) filters.push(toFilter(field, operation || "contains", value));
    else words.push(value);
  }
  return { filters, ...(words.length > 0 && { search: words.join(" ") }) };
}
