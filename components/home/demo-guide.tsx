/** The demo's tour: connect an account, allow it at the example GitHub, execute a tool, read the log. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/parts/error-state";
import { JsonView } from "@/components/parts/json-view";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { authConfigsApi } from "@/lib/auth-configs/contract";
import { connectedAccountsApi } from "@/lib/connected-accounts/contract";
import { call, mutation, query } from "@/lib/contract/client";
import { executionApi } from "@/lib/execution/contract";
import { logsApi } from "@/lib/logs/contract";
import { overviewApi } from "@/lib/overview/contract";

const USER = "demo-user";
const TOOLKIT = "github";
const TOOL = "GITHUB_GET_THE_AUTHENTICATED_USER";

/** Makes a connect link for the demo's user and goes there; the connect page leads back here. */
async function connect(): Promise<void> {
  const { items } = await call(authConfigsApi.listAuthConfigs, { query: { toolkit_slug: TOOLKIT } });
  const [config] = items;
  if (!config)
    throw new Error("The demo's auth config for GitHub is gone. Stop the demo and start it again: it makes a new one.");
  const { redirect_url } = await call(connectedAccountsApi.createConnectLink, {
    body: { auth_config_id: config.id, user_id: USER, callback_url: `${window.location.origin}/` },
  });
  window.location.assign(redirect_url);
}

export function DemoGuide() {
  const accounts = useQuery(
    query(connectedAccountsApi.listConnectedAccounts, {
      query: { user_ids: USER, toolkit_slugs: TOOLKIT, statuses: "ACTIVE", limit: 1 },
    }),
  );
  const account = accounts.data?.items[0];
  return (
    <ol
      id="tour"
      tabIndex={-1}
      aria-label="Tour"
      className="scroll-mt-16 outline-none mt-3 grid items-start gap-3 lg:grid-cols-2"
    >
      <Step
        number={1}
        done={account !== undefined}
        title="Connect an account"
        text="You get a link as your own users would, see what is asked, and allow it at the example GitHub."
      >
        {accounts.isPending ? (
          <Skeleton className="h-8 w-36" />
        ) : account ? (
          <Button asChild variant="outline">
            <Link href={`/connected-accounts/${account.id}`}>See the account</Link>
          </Button>
        ) : (
          <Connect />
        )}
      </Step>
      <Execute accountId={account?.id} />
    </ol>
  );
}

function Connect() {
  const begin = useMutation({ mutationFn: connect });
  return (
    <>
      <Button onClick={() => begin.mutate()} disabled={begin.isPending || begin.isSuccess}>
        {begin.isPending || begin.isSuccess ? "Going to the connect page" : "Connect GitHub"}
      </Button>
      {begin.error ? <ErrorState className="mt-2" title="No link was made" error={begin.error} /> : null}
    </>
  );
}

/** A provider's refusal is an answer too: its words are shown, and the log link leads to the rest. */
function Execute({ accountId }: { accountId: string | undefined }) {
  const run = useMutation(
    mutation(executionApi.executeTool, useQueryClient(), { refresh: [logsApi.listToolLogs, overviewApi.getOverview] }),
  );
  const { data: answer } = run;
  return (
    <Step
      number={2}
      done={answer?.successful === true}
      title="Execute a tool"
      text={`${TOOL} asks who the account belongs to.`}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant={answer ? "outline" : "primary"}
          disabled={accountId === undefined || run.isPending}
          onClick={() =>
            run.mutate({ params: { tool_slug: TOOL }, body: { user_id: USER, version: "latest", arguments: {} } })
          }
        >
          {run.isPending ? "Executing" : answer ? "Execute again" : "Execute the tool"}
        </Button>
        {answer ? (
          <Button asChild variant="outline">
            <Link href={`/logs/tools?open=${encodeURIComponent(answer.log_id)}`}>Read its log</Link>
          </Button>
        ) : null}
      </div>
      {run.error ? <ErrorState className="mt-2" title="The tool was not executed" error={run.error} /> : null}
      {answer ? (
        <div role="status" className="mt-3 space-y-2">
          <p className="text-sm">
            {answer.successful
              ? "The example GitHub answered:"
              : `The example GitHub refused: ${answer.error ?? "it did not say why"}`}
          </p>
          <JsonView value={answer.data} label="Answer" />
        </div>
      ) : null}
    </Step>
  );
}

type StepProps = { number: number; done: boolean; title: string; text: string; children: ReactNode };

function Step({ number, done, title, text, children }: StepProps) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex min-w-0 gap-3 rounded-lg border bg-page p-3">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${done ? "text-green" : "text-muted"}`} />
      <div className="min-w-0 flex-1">
        <h2 className="text-sm font-medium">
          {number}. {title}
          {done ? <span className="ml-2 text-xs font-normal text-green">Done</span> : null}
        </h2>
        <p className="mt-0.5 mb-2 text-sm text-muted">{text}</p>
        {children}
      </div>
    </li>
  );
}
