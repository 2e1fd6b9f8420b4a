/** Runs a call of a session again, as the agent would: by the session's current rules, as a new execution. */
import type { z } from "zod";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import { ApiError } from "@/lib/kernel/errors";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { REDACTED } from "@/lib/kernel/text/redact";
import { requireToolLog, type ToolLogRow } from "@/lib/logs/find-tool-logs";
import { requireSession } from "./sessions";
import type { sessionCallsApi } from "./calls/contract";
import { notAgain } from "./calls/not-again";
import { runInSession } from "./run-in-session";
import type { MetaCaller } from "./meta-tools/meta-call";

type Operation = typeof sessionCallsApi.runSessionCall;
type Request = { params: z.output<Operation["params"]>; body: z.output<Operation["body"]> };

const argumentsOf = ({ request }: ToolLogRow): Values | null =>
  isObject(request) && isObject(request.arguments) ? request.arguments : null;

const isWhole = (args: Values | null): boolean | null => {
  if (args === null) return null;
  const text = JSON.stringify(args);
  return !text.includes("[cut") && !text.includes(REDACTED);
};

/** The account that the call named, which is used again. Without a named account, the account is chosen again. */
function namedAccount({ account, account_id: id }: ToolLogRow): string | undefined {
  if (!isObject(account)) return undefined;
  return account.rule === "explicit id" || account.rule === "alias" ? (id ?? undefined) : undefined;
}

/** @throws ApiError Unprocessable if the log lacks data that the call needs */
function toRun(row: ToolLogRow, override: Values | null | undefined): Values {
  const logged = argumentsOf(row);
  // With new arguments, only proxied requests cannot run, because they are not tools.
  const reason = notAgain({
    kind: row.kind,
    toolSlug: row.kind === "proxy" ? "" : row.tool_slug,
    isWhole: override ? true : isWhole(logged),
  });
  const args = override ?? logged;
  if (args && (reason === null || (override && row.kind !== "proxy"))) return args;
  throw new ApiError("Unprocessable", `The call ${row.id} cannot be run again as it was. ${reason ?? ""}`.trim(), {
    errors: ["arguments: are not in the log"],
    suggestedFix: "Execute the tool in the session with arguments of your own.",
  });
}

/** @throws ApiError NotFound for a call of another session; Unprocessable as `toRun`; as `executeInSession` */
export async function runSessionCall(
  caller: MetaCaller,
  { params, body }: Request,
  facts: ExecutionFacts,
): Promise<z.input<Operation["response"]>> {
  const session = await requireSession(caller.projectId, params.session_id);
  const row = await requireToolLog(caller.projectId, params.log_id);
  if (row.session_id !== session.id)
    throw new ApiError("NotFound", `The session has no call ${params.log_id.slice(0, 64)}.`, {
      suggestedFix: "Take the id of a call from the list of the session's calls.",
    });
  const account = namedAccount(row);
  const call = { tool_slug: row.tool_slug, arguments: toRun(row, body.arguments), ...(account && { account }) };
  return runInSession(caller, session.id, call, facts, { anew: true });
}
