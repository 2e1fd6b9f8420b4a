/** The first steps of the demo: connect an account, allow it at the example GitHub, execute a tool, read the log. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { Button } from "@/components/ui/button";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { call, mutation } from "@/lib/contract/client";
import { executionApi } from "@/generated/addresses/execution";
import { logsApi } from "@/generated/addresses/logs";
import { overviewApi } from "@/generated/addresses/overview";
import { FirstAnswer } from "./first-answer";

/** The user of notebooks and of calls that name none, so that they use the same account. */
const USER = "default";
const TOOLKIT = "github";
const TOOL = "GITHUB_GET_THE_AUTHENTICATED_USER";

/** Creates a connect link for the demo's user and opens it. The connect page leads back here. */
async function connect(): Promise<void> {
  const { items } = await call(authConfigsApi.listAuthConfigs, { query: { toolkit_slug: TOOLKIT } });
  const [config] = items;
  if (!config) throw new Error("The demo’s auth config for GitHub is missing. Restart the demo to create it again.");
  const { redirect_url } = await call(connectedAccountsApi.createConnectLink, {
    body: { auth_config_id: config.id, user_id: USER, callback_url: `${window.location.origin}/` },
  });
  window.location.assign(redirect_url);
}

/** Opens the connect page of the example GitHub. */
export function DemoConnect() {
  const begin = useMutation({ mutationFn: connect });
  return (
    <>
      <Button onClick={() => begin.mutate()} disabled={begin.isPending || begin.isSuccess}>
        {begin.isPending || begin.isSuccess ? "Opening the connect page" : "Connect GitHub"}
      </Button>
      {begin.error ? <ErrorState className="mt-2" title="Couldn’t create the link" error={begin.error} /> : null}
    </>
  );
}

/**
 * Runs a tool with the account of the demo's user. A provider's refusal is an answer too: its message is shown, and the
 * log link leads to the details.
 */
export function DemoCall({ connected }: { connected: boolean }) {
  const run = useMutation(
    mutation(executionApi.executeTool, useQueryClient(), { refresh: [logsApi.listToolLogs, overviewApi.getOverview] }),
  );
  const { data: answer } = run;
  return (
    <>
      <div className="min-w-0 max-sm:w-full max-sm:pl-7">
        <Button
          variant={answer ? "outline" : "primary"}
          disabled={!connected || run.isPending}
          onClick={() =>
            run.mutate({ params: { tool_slug: TOOL }, body: { user_id: USER, version: "latest", arguments: {} } })
          }
        >
          {run.isPending ? "Executing" : answer ? "Run again" : "Execute the tool"}
        </Button>
      </div>
      <div className="w-full min-w-0 space-y-2 pl-7 empty:hidden">
        {run.error ? <ErrorState title="Couldn’t run the tool" error={run.error} /> : null}
        {answer ? (
          <div role="status">
            <FirstAnswer
              title={
                answer.successful
                  ? "Response from the demo GitHub:"
                  : `The demo GitHub rejected the call: ${answer.error ?? "no reason given"}`
              }
              data={answer.data}
              logId={answer.log_id}
            />
          </div>
        ) : null}
      </div>
    </>
  );
}
