/** The draft of a toolkit that exists: changed, stored, and published as the next version. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { QueryView } from "@/components/parts/display/query-view";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ownToolkitsApi } from "@/generated/addresses/own-toolkits";
import { call, query, type ResultOf } from "@/lib/contract/client";
import type { OwnToolkit, Settings } from "./draft";
import { refreshToolkits } from "./refresh-toolkits";
import { toSource, Workshop, type Draft } from "./workshop";

export function DraftEditor({ toolkit }: { toolkit: OwnToolkit }) {
  const source = useQuery(query(ownToolkitsApi.getOwnToolkitSource, { params: { slug: toolkit.slug } }));
  return (
    <QueryView query={source} what="the draft" skeleton={<Skeleton className="h-96" />}>
      {(draftSource) => <Editor key={draftSource.revision} toolkit={toolkit} draftSource={draftSource} />}
    </QueryView>
  );
}

type EditorProps = { toolkit: OwnToolkit; draftSource: ResultOf<typeof ownToolkitsApi.getOwnToolkitSource> };

function Editor({ toolkit, draftSource }: EditorProps) {
  const { slug, state } = toolkit;
  const [first] = useState<Draft>(() => ({
    source: { text: draftSource.document ?? "" },
    settings: draftSource.settings as Settings,
  }));
  const [draft, setDraft] = useState(first);
  const mayChange = useMay("toolkits:write");
  const client = useQueryClient();
  const toast = useToast();
  const isDirty = draft !== first;
  const save = useMutation({
    mutationFn: async ({ publish }: { publish: boolean }) => {
      if (isDirty)
        await call(ownToolkitsApi.updateOwnToolkit, {
          params: { slug },
          body: {
            ...(draft.source !== first.source && toSource(draft.source)),
            settings: draft.settings,
            expected_revision: draftSource.revision,
          },
        });
      return publish ? (await call(ownToolkitsApi.publishOwnToolkit, { params: { slug } })).version : null;
    },
    onSuccess: async (version) => {
      toast(version === null ? "Draft saved" : `Version ${version} published`);
      await refreshToolkits(client);
    },
  });
  useLeaveGuard(isDirty && !save.isPending);
  return (
    <Workshop slug={slug} draft={draft} onChange={setDraft}>
      {(report, isBehind) => {
        const isFatal = report?.problems.some(({ fatal }) => fatal) ?? true;
        const isBlocked = !mayChange || save.isPending || isBehind || isFatal;
        return (
          <div className="space-y-3">
            <div className="flex flex-wrap gap-2">
              <Button
                type="button"
                disabled={isBlocked || (!isDirty && state === "published")}
                title={!isDirty && state === "published" ? "Nothing changed" : undefined}
                onClick={() => save.mutate({ publish: true })}
              >
                {save.isPending ? "Publishing" : "Publish a version"}
              </Button>
              <Button
                type="button"
                variant="outline"
                disabled={isBlocked || !isDirty}
                onClick={() => save.mutate({ publish: false })}
              >
                Save draft
              </Button>
            </div>
            {save.error ? <ErrorState title="Couldn’t save the draft" error={save.error} /> : null}
          </div>
        );
      }}
    </Workshop>
  );
}
