/** Runs a tool that needs no account, on this page, and shows the response. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { ErrorState } from "@/components/parts/display/error-state";
import { toFailureWords } from "@/components/parts/display/failure-words";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { mutation } from "@/lib/contract/client";
import { executionApi } from "@/generated/addresses/execution";
import { logsApi } from "@/generated/addresses/logs";
import { overviewApi } from "@/generated/addresses/overview";
import { FirstAnswer } from "./first-answer";

const TOOL = "HACKERNEWS_GET_FRONTPAGE";
const FIRST_CALL = { params: { tool_slug: TOOL }, body: { user_id: "me", version: "latest", arguments: {} } };

function Failed({ error }: { error: string | null }) {
  const { title, text } = toFailureWords({ error, nameOf: useToolkitNames() });
  return (
    <Alert tone="error" title={title}>
      {text}
    </Alert>
  );
}

/** The button, and below it the response over the full width of the step. */
export function FirstCall({ done }: { done: boolean }) {
  const run = useMutation(
    mutation(executionApi.executeTool, useQueryClient(), { refresh: [overviewApi.getOverview, logsApi.listToolLogs] }),
  );
  return (
    <>
      <div className="min-w-0 max-sm:w-full max-sm:pl-7">
        <Button variant={done ? "outline" : "primary"} onClick={() => run.mutate(FIRST_CALL)} disabled={run.isPending}>
          <Play aria-hidden /> {run.isPending ? "Running" : run.data ? "Run again" : "Run it"}
        </Button>
      </div>
      <div aria-live="polite" className="w-full min-w-0 space-y-2 pl-7 empty:hidden">
        {run.error ? <ErrorState title="Couldn’t run the tool" error={run.error} /> : null}
        {run.data?.successful ? (
          <FirstAnswer title="Result" data={run.data.data} logId={run.data.log_id} />
        ) : run.data ? (
          <>
            <Failed error={run.data.error} />
            <Link
              href={`/logs/tools?open=${encodeURIComponent(run.data.log_id)}`}
              className="inline-block rounded-sm text-sm underline underline-offset-4 hover:text-muted"
            >
              View log
            </Link>
          </>
        ) : null}
      </div>
    </>
  );
}
