/** Where approvers are asked about a call besides this dashboard: by mail, in Slack, or nowhere. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { approvalMailApi } from "@/generated/addresses/approval-messages";
import { approvalSlackApi } from "@/generated/addresses/approval-messages/slack";
import { query } from "@/lib/contract/client";

const OPTIONS = { staleTime: 60_000 };

export function ApproverChannels() {
  const mail = useQuery({ ...query(approvalMailApi.getApprovalMail, {}), ...OPTIONS });
  const slack = useQuery({ ...query(approvalSlackApi.getApprovalSlack, {}), ...OPTIONS });
  if (mail.isError || slack.isError) return null;
  const places = [
    mail.data?.project && `by mail through ${mail.data.project.server}`,
    slack.data?.project && `in the Slack channel ${slack.data.project.channel}`,
  ].filter((place) => typeof place === "string");
  const isLoading = mail.isLoading || slack.isLoading;
  const text =
    places.length > 0
      ? `Members are asked ${places.join(" and ")}.`
      : "Members aren’t asked by mail or in Slack: they see waiting calls only here.";
  return (
    <p className="text-sm text-muted" aria-busy={isLoading}>
      {isLoading ? "Loading how members are asked…" : text}{" "}
      <Link href="/approvals?tab=messages" className="rounded-sm underline underline-offset-4">
        Mail and Slack settings
      </Link>
    </p>
  );
}
