/** A call that needs or needed an approval: its effect, its account, the reason for the question, and the decision. */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useCallback } from "react";
import { useMay } from "@/components/access/use-session";
import { ToolHints } from "@/components/catalog/tool-hints";
import { CopyableAccount } from "@/components/connected-accounts/account-link";
import { DefinitionList, type Definition } from "@/components/parts/display/definition-list";
import { LinkedId } from "@/components/parts/display/linked-id";
import { useCrumbName } from "@/components/parts/shell/crumb-name";
import { PageHeader } from "@/components/parts/shell/page-header";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { chooseProject, chosenProject, ClientError, query } from "@/lib/contract/client";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";
import { ApprovalState } from "./approval-state";
import { decidedText, type Approval } from "./approval-words";
import { CallArguments } from "./call-arguments";
import { toApproversText } from "./approvers-words";
import { Countdown } from "./countdown";
import { DecideCall } from "./decide-call";

const EVERY_MS = 2_000;
const LINK = "rounded-sm underline underline-offset-4 hover:text-muted wrap-anywhere";

export function ApprovalDetail({ id }: { id: string }) {
  const approval = useQuery({
    ...query(approvalsApi.getApproval, { params: { id } }),
    refetchInterval: ({ state }) => (["waiting", "approved"].includes(state.data?.state ?? "") ? EVERY_MS : false),
  });
  const isUnknown = approval.error instanceof ClientError && approval.error.status === 404;
  return (
    <>
      {isUnknown ? <OtherProject /> : null}
      <QueryView query={approval} what="this call" skeleton={<Shape />}>
        {(loadedApproval) => <Loaded approval={loadedApproval} />}
      </QueryView>
    </>
  );
}

/** The URL names the project of the call; the tab can show another project. */
function OtherProject() {
  const projectId = useSearchParams().get("project");
  const client = useQueryClient();
  if (!projectId || projectId === chosenProject()) return null;
  const change = () => {
    chooseProject(projectId);
    void client.resetQueries();
  };
  return (
    <Alert tone="info" title="This call belongs to another project" className="mb-4">
      <Button variant="outline" className="mt-1" onClick={change}>
        Go to its project
      </Button>
    </Alert>
  );
}

const Shape = () => (
  <div className="space-y-6">
    <Skeleton className="h-6 w-72 max-w-full" />
    <Skeleton className="h-4 w-96 max-w-full" />
    <Skeleton className="h-48" />
  </div>
);

const time = (timestamp: string | null) => (timestamp === null ? null : <RelativeTime at={timestamp} />);

const factsOf = (approval: Approval): Definition[] => [
  { name: "Reason", value: <span title={approval.rule}>{approval.why}</span> },
  {
    name: "User",
    value: (
      <Link href={`/users/${encodeURIComponent(approval.user_id)}`} className={LINK}>
        {approval.user_id}
      </Link>
    ),
  },
  {
    name: "Account",
    value: approval.account ? (
      <span>
        <CopyableAccount id={approval.account.id} /> <span className="text-muted">({approval.account.rule})</span>
      </span>
    ) : (
      <span className="text-muted">Not needed</span>
    ),
  },
  { name: "Approvers", value: toApproversText(approval.approvers) },
  {
    name: "Session",
    value: (
      <LinkedId
        id={approval.session_id}
        what="session ID"
        href={`/sessions/${encodeURIComponent(approval.session_id)}`}
      />
    ),
  },
  { name: "Asked", value: time(approval.created_at) },
  { name: "Decision", value: decidedText(approval) },
  { name: "Decided", value: time(approval.decided_at) },
  { name: "Reason", value: approval.reason },
  { name: "Ended", value: time(approval.ended_at) },
  {
    name: "Log",
    value: approval.log_id ? (
      <Link href={`/logs/tools?open=${encodeURIComponent(approval.log_id)}`} className={`${LINK} font-mono text-xs`}>
        {approval.log_id}
      </Link>
    ) : null,
  },
];

function Loaded({ approval }: { approval: Approval }) {
  const may = useMay("sessions:write");
  useCrumbName(approval.title);
  return (
    <>
      <PageHeader
        title={
          <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <ToolkitLogo slug={approval.toolkit_slug} className="size-7" />
            <span className="min-w-0 wrap-anywhere">{approval.title}</span>
            <ApprovalState state={approval.state} />
          </span>
        }
        description={
          <span className="flex flex-wrap items-center gap-1.5">
            <Link
              href={`/tools/${encodeURIComponent(approval.tool_slug)}`}
              className="min-w-0 rounded-sm font-mono text-xs wrap-anywhere hover:underline"
            >
              {approval.tool_slug}
            </Link>
            <ToolHints tags={approval.tags} />
          </span>
        }
      />
      <Standing approval={approval} />
      {approval.state === "waiting" ? (
        <div className="mb-6 rounded-lg border p-4">
          {may && approval.may_decide ? (
            <DecideCall approval={approval} />
          ) : (
            <p className="text-sm text-muted">Can decide: {toApproversText(approval.approvers)}.</p>
          )}
        </div>
      ) : null}
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <CallArguments values={approval.arguments} />
        <DefinitionList entries={factsOf(approval)} />
      </div>
    </>
  );
}

const OUTCOMES: Partial<
  Record<Approval["state"], { tone: "info" | "warning" | "error"; title: string; text: string }>
> = {
  approved: { tone: "info", title: "Running", text: "The agent gets the result on its next request." },
  expired: {
    tone: "warning",
    title: "Expired before anyone decided",
    text: "Nothing sent. The agent can try again.",
  },
  failed: { tone: "error", title: "Approved, but failed", text: "" },
  unknown: { tone: "warning", title: "Outcome unknown", text: "" },
};

function Standing({ approval }: { approval: Approval }) {
  const client = useQueryClient();
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: [approvalsApi.getApproval.id] }),
    [client],
  );
  if (approval.state === "waiting")
    return (
      <p className="mb-3 text-sm">
        Not sent yet. Expires in <Countdown until={approval.expires_at} onEnd={refresh} />
      </p>
    );
  const notice = OUTCOMES[approval.state];
  if (!notice) return null;
  return (
    <Alert tone={notice.tone} title={notice.title} className="mb-6">
      {approval.error ?? notice.text}
    </Alert>
  );
}
