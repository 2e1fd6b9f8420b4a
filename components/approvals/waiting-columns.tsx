/** The columns of the calls that wait: the call in words, why it waits, the time left, and the decision. */
"use client";
import { Check, X } from "lucide-react";
import type { Column } from "@/components/parts/lists/data-table";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { approvalHref, isDangerous, type Decision, type ListedApproval } from "./approval-words";
import { Countdown } from "./countdown";

type Deciding = { choose: (decision: Decision, row: ListedApproval) => void; isPending: boolean };

/** The first values run on, so that a long one takes no room from a short one. A phone has no room for them. */
const Preview = ({ preview }: { preview: ListedApproval["preview"] }) => (
  <span
    className="mt-0.5 line-clamp-2 text-xs wrap-anywhere text-muted max-md:hidden"
    title={preview.map(({ name, text }) => `${name}: ${text}`).join("\n")}
  >
    {preview.map(({ name, text }) => (
      <span key={name} className="mr-3">
        {name} <span className="text-ink">{text}</span>
      </span>
    ))}
  </span>
);

/** On a phone a column of its own has no room. */
const TimeLeft = ({ row }: { row: ListedApproval }) =>
  row.state === "waiting" ? (
    <span className="md:hidden">
      {" "}
      · <Countdown until={row.expires_at} /> left
    </span>
  ) : null;

export const CALL: Column<ListedApproval> = {
  heading: "Call",
  className: "w-full max-w-0 min-w-40",
  cell: (row) => (
    <span className="flex min-w-0 items-start gap-2.5">
      <ToolkitLogo slug={row.toolkit_slug} className="mt-0.5 size-5" />
      <span className="min-w-0">
        <Link
          href={approvalHref(row.id)}
          data-call={row.id}
          className="block rounded-sm text-sm font-medium wrap-anywhere hover:underline md:truncate"
          title={row.title}
        >
          {row.title}
        </Link>
        <span className="block truncate text-xs text-muted" title={`${row.tool_slug} for ${row.user_id}`}>
          <span className="font-mono max-md:sr-only">{row.tool_slug}</span> for {row.user_id}
          {isDangerous(row) ? <span className="text-red"> · destructive</span> : null}
          <TimeLeft row={row} />
        </span>
        <Preview preview={row.preview} />
      </span>
    </span>
  ),
};

const DECIDE = (deciding: Deciding): Column<ListedApproval> => ({
  heading: "Decision",
  hideHeading: true,
  className: "text-right",
  cell: (row) => (
    <span className="flex justify-end gap-1.5">
      <Button
        className="max-md:size-8 max-md:px-0"
        disabled={deciding.isPending}
        aria-label={`Approve: ${row.title}`}
        onClick={() => deciding.choose("once", row)}
      >
        <Check aria-hidden className="md:hidden" />
        <span className="max-md:hidden">Approve</span>
      </Button>
      <Button
        variant="outline"
        className="text-danger max-md:size-8 max-md:px-0"
        disabled={deciding.isPending}
        aria-haspopup="dialog"
        aria-label={`Deny: ${row.title}`}
        onClick={() => deciding.choose("deny", row)}
      >
        <X aria-hidden className="md:hidden" />
        <span className="max-md:hidden">Deny</span>
      </Button>
    </span>
  ),
});

/** `deciding` is null for members who may not decide. */
export const toWaitingColumns = (deciding: Deciding | null): Column<ListedApproval>[] => [
  CALL,
  {
    heading: "Reason",
    wide: "lg",
    cell: ({ why, rule }) => (
      <span className="block w-56 text-xs text-muted" title={rule}>
        {why}
      </span>
    ),
  },
  {
    heading: "Time left",
    wide: "md",
    className: "text-right",
    cell: (row) => <Countdown until={row.expires_at} />,
  },
  ...(deciding ? [DECIDE(deciding)] : []),
];
