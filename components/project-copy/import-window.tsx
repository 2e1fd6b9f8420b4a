/** Shows what an import of files would do, imports them, and shows what is left to do. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { projectCopyApi } from "@/generated/addresses/project-copy";
import { ClientError, upload, type ResultOf } from "@/lib/contract/client";

type Report = ResultOf<typeof projectCopyApi.importProject>;

const NAMES: Readonly<Record<string, string>> = {
  "project.json": "Settings",
  "own-toolkits.json": "Own toolkits",
  "added-tools.json": "Added tools",
  "tool-overrides.json": "Changed tools",
  "auth-configs.json": "Auth configs",
  "mcp-servers.json": "MCP servers",
  "triggers.json": "Triggers",
  "webhook-subscriptions.json": "Webhook subscriptions",
  "connected-accounts.json": "Connected accounts",
};

/** "2 new, 1 changed" */
function toWords({ created, updated, unchanged, left_out: leftOut }: Report["changes"][number]): string {
  const parts: [number, string][] = [
    [created, "new"],
    [updated, "changed"],
    [unchanged, "unchanged"],
    [leftOut, "left out"],
  ];
  return parts.flatMap(([count, word]) => (count > 0 ? [`${count.toLocaleString("en")} ${word}`] : [])).join(", ");
}

const importFile = (archive: File, check: boolean) =>
  upload(projectCopyApi.importProject, { query: { check } }, archive);

/** Open while it is rendered. */
export function ImportWindow({ archive, onClose }: { archive: File; onClose: () => void }) {
  const client = useQueryClient();
  const preview = useQuery({
    queryKey: [projectCopyApi.importProject.id, archive.name, archive.size, archive.lastModified],
    queryFn: () => importFile(archive, true),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const work = useMutation({
    mutationFn: () => importFile(archive, false),
    // Whatever the pages show can be changed.
    onSuccess: () => client.invalidateQueries(),
  });
  const report = work.data ?? preview.data;
  const error = work.error ?? preview.error;
  return (
    <Dialog open onOpenChange={(open) => !open && !work.isPending && onClose()}>
      <DialogContent
        title={work.data ? "Imported" : "Import these files?"}
        description={<span className="break-words">{archive.name}</span>}
        onInteractOutside={(event) => event.preventDefault()}
      >
        {preview.isPending ? <Skeleton className="h-24" /> : null}
        {report ? <Changes changes={report.changes} /> : null}
        {report && report.to_do.length > 0 ? <ToDo report={report} /> : null}
        {error ? <Problems error={error} /> : null}
        <div className="mt-5 flex justify-end gap-2">
          <Button variant="outline" autoFocus disabled={work.isPending} onClick={onClose}>
            {work.data || error ? "Close" : "Cancel"}
          </Button>
          {work.data || !preview.data ? null : (
            <Button disabled={work.isPending} onClick={() => work.mutate()}>
              {work.isPending ? "Importing" : "Import"}
            </Button>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

const Changes = ({ changes }: { changes: Report["changes"] }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
    {changes.map((change) => (
      <div key={change.file} className="contents">
        <dt className="text-muted">{NAMES[change.file] ?? change.file}</dt>
        <dd>{toWords(change)}</dd>
      </div>
    ))}
  </dl>
);

const ToDo = ({ report: { to_do: toDo, to_do_total: total } }: { report: Report }) => (
  <div className="mt-4">
    <h3 className="text-sm font-medium">Next steps</h3>
    <ul
      tabIndex={0}
      aria-label="Next steps"
      className="mt-1 max-h-48 space-y-1 overflow-y-auto rounded-lg border p-3 text-sm"
    >
      {toDo.map(({ file, from, text }) => (
        <li key={`${file} ${from}`} className="break-words">
          <span className="text-muted">{NAMES[file] ?? file}:</span> {text}
        </li>
      ))}
    </ul>
    {total > toDo.length ? <p className="mt-1 text-xs text-muted">{total - toDo.length} more</p> : null}
  </div>
);

function Problems({ error }: { error: Error }) {
  const sentences = error instanceof ClientError ? (error.detail.errors ?? []) : [];
  return (
    <>
      <ErrorState error={error} title="Couldn’t import the files" className="mt-4" />
      {sentences.length > 1 ? (
        <ul tabIndex={0} aria-label="Problems" className="mt-2 max-h-48 space-y-1 overflow-y-auto text-sm">
          {sentences.map((sentence) => (
            <li key={sentence} className="break-words">
              {sentence}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
