/** Asks before a project is deleted: lists what is deleted with it, and requires its name to be typed. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/components/parts/forms/confirm-dialog";
import { Checkbox } from "@/components/ui/checkbox";
import { projectEndApi } from "@/generated/addresses/project-end";
import { call, chooseProject, ClientError, query, type ResultOf } from "@/lib/contract/client";
import type { Project } from "./project-readers";

type Contents = ResultOf<typeof projectEndApi.getProjectContents>;

const WORDS: readonly [keyof Contents, noun: string][] = [
  ["connected_accounts", "connected account"],
  ["api_keys", "API key"],
  ["triggers", "trigger"],
  ["sessions", "session"],
  ["files", "file"],
];

const formatContents = (contents: Contents): string =>
  [...WORDS.flatMap(([name, noun]) => (contents[name] > 0 ? [countOf(contents[name], noun)] : [])), "all settings"]
    .join(", ")
    .concat(" and all logs");

/** Open while it is rendered. */
export function DeleteProjectWindow({ project, onClose }: { project: Project; onClose: () => void }) {
  const contents = useQuery({ ...query(projectEndApi.getProjectContents, {}), staleTime: 0 });
  const [revoke, setRevoke] = useState(true);
  const accounts = contents.data?.connected_accounts ?? 0;
  const remove = useMutation({
    mutationFn: () =>
      call(projectEndApi.deleteProject, {
        params: { nano_id: project.id },
        query: { revoke_on_delete: revoke && accounts > 0 },
      }).catch((error: unknown) => {
        // Deleted already: by an owner elsewhere, or by a try of this window whose answer was lost.
        if (!(error instanceof ClientError && error.status === 404)) throw error;
      }),
    onSuccess: () => {
      chooseProject(null);
      window.location.assign("/"); // a whole load, so that nothing of the project stays in memory
    },
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete the project ${project.name}?`}
      consequence={
        contents.data ? (
          <>
            This deletes <strong className="text-ink">{formatContents(contents.data)}</strong>. Programs and people
            using the project lose access immediately. This cannot be undone.
          </>
        ) : (
          "Counting its contents…"
        )
      }
      action="Delete project"
      typed={project.name}
      pending={remove.isPending || remove.isSuccess || contents.isPending}
      error={remove.error ?? contents.error}
      onConfirm={() => remove.mutate()}
    >
      {accounts > 0 ? (
        <>
          <Checkbox
            label="Also revoke access at the providers"
            checked={revoke}
            onChange={(event) => setRevoke(event.currentTarget.checked)}
          />
          <p className="text-sm text-muted">
            You won’t see the providers’ responses later. To keep a report, revoke all connected accounts first.
          </p>
        </>
      ) : null}
    </ConfirmDialog>
  );
}
