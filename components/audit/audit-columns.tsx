/** The columns of the audit trail, and the link that opens an event. */
"use client";
import { useSearchParams } from "next/navigation";
import { ClockTime } from "@/components/parts/display/relative-time";
import type { Column } from "@/components/parts/lists/data-table";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { OUTCOMES } from "./audit-filters";
import type { AuditRow } from "./audit-words";

const TONES: Readonly<Record<AuditRow["outcome"], BadgeTone>> = {
  ...{ done: "green", refused: "amber", failed: "red", unknown: "amber" },
};

export const OutcomeBadge = ({ outcome }: Pick<AuditRow, "outcome">) => (
  <Badge tone={TONES[outcome]}>{OUTCOMES[outcome]}</Badge>
);

/** A real link, so that it can open in a new tab; a click only changes the URL. */
function EventLink({ event }: { event: AuditRow }) {
  const search = new URLSearchParams(useSearchParams());
  const isOpen = search.has("open");
  search.set("open", event.id);
  return (
    <span className="block min-w-0">
      <Link
        href={`/settings/audit?${search}`}
        onClick={(click) => {
          if (click.metaKey || click.ctrlKey || click.shiftKey) return;
          click.preventDefault();
          changeSearch({ open: event.id }, isOpen ? "replace" : "push");
        }}
        className="line-clamp-2 rounded-sm wrap-anywhere hover:underline"
      >
        {event.sentence}
      </Link>
      <span className="block truncate text-xs text-muted">
        <span className="@[40rem]:hidden">
          <ClockTime at={event.at} /> ·{" "}
        </span>
        <span className="font-mono">{event.action}</span>
      </span>
    </span>
  );
}

const Text = ({ children, mono = false }: { children: string | null; mono?: boolean }) =>
  children === null ? (
    <span className="text-muted">–</span>
  ) : (
    <span className={`block max-w-40 truncate ${mono ? "font-mono text-xs" : ""}`} title={children}>
      {children}
    </span>
  );

export const AUDIT_COLUMNS: readonly Column<AuditRow>[] = [
  {
    heading: "Event",
    cell: (event) => <EventLink event={event} />,
    className: "w-full max-w-0 min-w-32",
    skeleton: "w-72 max-w-full",
  },
  { heading: "Outcome", cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  { heading: "Project", wide: "lg", cell: ({ project_name: name, project_id: id }) => <Text>{name ?? id}</Text> },
  { heading: "IP address", wide: "lg", cell: ({ address }) => <Text mono>{address}</Text> },
  {
    heading: "When",
    wide: "md",
    className: "text-right text-muted",
    cell: ({ at: time }) => <ClockTime at={time} />,
  },
];
