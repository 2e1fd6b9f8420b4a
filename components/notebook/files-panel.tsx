/** The files below /mnt/files: uploaded, read into a cell, downloaded, deleted. */
"use client";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, FileInput, Files, Trash2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useDropZone } from "@/components/parts/forms/use-drop-zone";
import { ConfirmDialog } from "@/components/parts/forms/confirm-dialog";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { toSize } from "@/components/parts/display/size";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { mutation, pages, type ResultOf } from "@/lib/contract/client";
import { mountsApi } from "@/generated/addresses/sessions/files";
import { downloadFile, placeOf, uploadFiles } from "./session-files";
import { toReadingCode } from "./snippets";

type FilesPanelProps = {
  session: string | null;
  openSession: () => Promise<string>;
  onInsert: (source: string) => void;
  readOnly: boolean;
};
type Item = ResultOf<typeof mountsApi.listMountItems>["items"][number];

/** Files of the workbench itself: outputs that were too long. */
const SYSTEM_FOLDER = ".composio/";

export function FilesPanel(props: FilesPanelProps) {
  const { session, openSession, readOnly } = props;
  const field = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const upload = useMutation({
    mutationFn: async (files: readonly File[]) => uploadFiles(await openSession(), files),
    onSettled: () => client.invalidateQueries({ queryKey: [mountsApi.listMountItems.id] }),
  });
  const { isOver, zone } = useDropZone((files) => {
    if (!readOnly) upload.mutate(files);
  });
  return (
    <div {...zone} className="space-y-3">
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={(event) => {
          upload.mutate([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
      <Button
        variant="outline"
        disabled={readOnly || upload.isPending}
        onClick={() => field.current?.click()}
        className={cn("w-full", isOver && "border-signal")}
      >
        <Upload aria-hidden /> {upload.isPending ? "Uploading" : "Upload files"}
      </Button>
      {session ? <FileList {...props} session={session} /> : <NoFiles />}
    </div>
  );
}

const NoFiles = () => (
  <div className="rounded-lg border">
    <EmptyState Icon={Files} title="No files yet" guide="workbench/running-code">
      Upload one, drop it here, or write one to <code className="font-mono text-xs">/mnt/files</code>.
    </EmptyState>
  </div>
);

function FileList({ session, onInsert, readOnly }: Omit<FilesPanelProps, "session"> & { session: string }) {
  const files = useInfiniteQuery(pages(mountsApi.listMountItems, { params: placeOf(session), query: { limit: 100 } }));
  const [deleting, setDeleting] = useState<Item | null>(null);
  const userFiles = files.data?.pages
    .flatMap(({ items }) => items)
    .filter(({ mount_relative_path: path }) => !path.startsWith(SYSTEM_FOLDER));
  return (
    <>
      <QueryView
        query={files}
        what="files"
        skeleton={<Skeleton className="h-24" />}
        isEmpty={() => userFiles?.length === 0}
        empty={<NoFiles />}
      >
        {() => (
          <ul className="max-h-[26rem] overflow-y-auto rounded-lg border">
            {userFiles?.map((item) => (
              <FileRow
                key={item.mount_relative_path}
                item={item}
                session={session}
                readOnly={readOnly}
                onInsert={onInsert}
                onDelete={() => setDeleting(item)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {deleting ? <DeleteFile session={session} item={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  );
}

type FileRowProps = {
  item: Item;
  session: string;
  readOnly: boolean;
  onInsert: (source: string) => void;
  onDelete: () => void;
};

function FileRow({ item: { mount_relative_path: path, size }, session, readOnly, onInsert, onDelete }: FileRowProps) {
  return (
    <li className="flex min-w-0 items-center gap-1 border-t py-1 pr-1 pl-2.5 first:border-t-0">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-mono text-xs" title={path}>
          {path}
        </span>
        <span className="block text-xs text-muted tabular-nums">{toSize(size)}</span>
      </span>
      {readOnly ? null : (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Read ${path} in a cell`}
          title="Read it in a cell"
          onClick={() => onInsert(toReadingCode(path))}
        >
          <FileInput aria-hidden />
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Download ${path}`}
        title="Download"
        onClick={() => void downloadFile(session, path)}
      >
        <Download aria-hidden />
      </Button>
      {readOnly ? null : (
        <Button variant="ghost" size="icon" aria-label={`Delete ${path}`} title="Delete" onClick={onDelete}>
          <Trash2 aria-hidden />
        </Button>
      )}
    </li>
  );
}

function DeleteFile({ session, item, onClose }: { session: string; item: Item; onClose: () => void }) {
  const path = item.mount_relative_path;
  const remove = useMutation(
    mutation(mountsApi.deleteMountItem, useQueryClient(), { refresh: [mountsApi.listMountItems] }),
  );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${path}?`}
      consequence="The session’s agent will lose this file too."
      action="Delete file"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate({ params: placeOf(session), body: { mount_relative_path: path } }, { onSuccess: onClose })
      }
    />
  );
}
