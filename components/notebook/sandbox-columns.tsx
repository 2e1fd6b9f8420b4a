/** The columns of the list of sandboxes. */
import { CircleX } from "lucide-react";
import type { Column } from "@/components/parts/lists/data-table";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { toSize } from "@/components/parts/display/size";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { ResultOf } from "@/lib/contract/client";
import type { sandboxesApi } from "@/generated/addresses/notebook/sandboxes";
import { isNear } from "./meter";

type SandboxPage = ResultOf<typeof sandboxesApi.listSandboxes>;
export type SandboxRow = SandboxPage["items"][number];
type Limits = SandboxPage["limits"];

const Doing = ({ row: { running, stops_at: stops } }: { row: SandboxRow }) =>
  running.length > 0 ? (
    <Badge tone="blue">{running.length === 1 ? "Runs code" : `Runs ${running.length}`}</Badge>
  ) : (
    <span className="text-muted">
      Idle
      {stops ? (
        <span className="max-md:hidden">
          , stops <RelativeTime at={stops} />
        </span>
      ) : null}
    </span>
  );

/** In amber and with the limit next to it, when the use is near the limit. */
const Usage = ({ used: usage, most }: { used: number; most: number | undefined }) =>
  usage === 0 ? (
    <span className="text-muted" title="Not measured yet">
      –
    </span>
  ) : most !== undefined && isNear(usage, most) ? (
    <span className="text-xs font-medium text-amber tabular-nums">
      {toSize(usage)} of {toSize(most)}
    </span>
  ) : (
    <span className="text-xs whitespace-nowrap tabular-nums">{toSize(usage)}</span>
  );

/** @param withProject for the list of all projects */
export const toColumns = (
  withProject: boolean,
  limits: Limits | undefined,
  stop: ((row: SandboxRow) => void) | null,
): readonly Column<SandboxRow>[] => [
  {
    heading: "User",
    className: "w-full max-w-0 min-w-32",
    cell: ({ user_id: user, session_id: session, project }) => (
      <span className="block min-w-0">
        <Link
          href={`/sessions/${encodeURIComponent(session)}`}
          className="block truncate rounded-sm font-medium hover:underline"
        >
          {user ?? "Deleted session"}
        </Link>
        <span className="block truncate font-mono text-xs text-muted">{withProject ? project.name : session}</span>
      </span>
    ),
  },
  { heading: "Now", cell: (row) => <Doing row={row} /> },
  {
    heading: "Memory",
    className: "text-right",
    cell: ({ memory_bytes: bytes, most_memory_bytes: most }) => <Usage used={bytes} most={most} />,
  },
  {
    heading: "Files",
    wide: "md",
    className: "text-right",
    cell: ({ disk_bytes: bytes }) => <Usage used={bytes} most={limits?.disk_bytes} />,
  },
  {
    heading: "Started",
    wide: "md",
    className: "text-right text-muted",
    cell: ({ started_at: time }) => <RelativeTime at={time} />,
  },
  {
    heading: "Last use",
    wide: "lg",
    className: "text-right text-muted",
    cell: ({ used_at: time }) => <RelativeTime at={time} />,
  },
  ...(stop
    ? [
        {
          heading: "Stop",
          hideHeading: true,
          className: "text-right",
          cell: (row: SandboxRow) => (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Stop the sandbox of ${row.user_id ?? row.session_id}`}
              title="Stop"
              onClick={() => stop(row)}
            >
              <CircleX aria-hidden />
            </Button>
          ),
        },
      ]
    : []),
];
