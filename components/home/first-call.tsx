/** Runs a tool that needs no account, on this page, and shows the response. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import dynamic from "next/dynamic";
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

const JsonView = dynamic(() => import("@/components/parts/display/json-view").then(({ JsonView }) => JsonView), {
  ssr: false,
});

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

export function FirstCall() {
  const run = useMutation(
    mutation(executionApi.executeTool, useQueryClient(), { refresh: [overviewApi.getOverview, logsApi.listToolLogs] }),
  );
  return (
    <div className="min-w-0 sm:max-w-xl">
      <Button onClick={() => run.mutate(FIRST_CALL)} disabled={run.isPending} className="sm:ml-auto sm:flex">
        <Play aria-hidden /> {run.isPending ? "Running" : run.data ? "Run again" : "Run it"}
      </Button>
      <div aria-live="polite" className="mt-3 empty:mt-0">
        {run.error ? <ErrorState title="The tool did not run" error={run.error} /> : null}
        {run.data ? (
          <div className="space-y-2">
            {run.data.successful ? (
              <JsonView label="Result" value={run.data.data} />
            ) : (
              <Failed error={run.data.error} />
            )}
            <Link
              href={`/logs/tools?open=${encodeURIComponent(run.data.log_id)}`}
              className="inline-block rounded-sm text-sm underline underline-offset-4 hover:text-muted"
            >
              See its log
            </Link>
          </div>
        ) : null}
      </div>
    </div>
  );
}
