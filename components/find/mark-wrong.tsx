/** Marks the results of a step as wrong with one click; afterwards the user can name the expected tool. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Flag, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ClientError, mutation } from "@/lib/contract/client";
import { wrongResultsApi } from "@/generated/addresses/find/wrong-results";

/** Part of the playground; not needed before a result was marked. */
const ToolPicker = dynamic(() => import("@/components/execution/tool-picker").then(({ ToolPicker }) => ToolPicker), {
  ssr: false,
  loading: () => <Skeleton className="h-64" />,
});

/** The operation's limit. */
const MOST_SHOWN = 20;
const REFRESH = { refresh: [wrongResultsApi.listWrongResults] };

export const sentenceOf = (error: unknown): string =>
  error instanceof ClientError ? error.message : "Something went wrong on this page.";

type Marked = { id: string; expected: string | null };

/** Marks the results as wrong, can undo the mark, and returns the current mark. */
function useMark(request: string, slugs: readonly string[]) {
  const toast = useToast();
  const client = useQueryClient();
  const [marked, setMarked] = useState<Marked | null>(null);
  const mark = useMutation(mutation(wrongResultsApi.markWrongResult, client, REFRESH));
  const remove = useMutation(mutation(wrongResultsApi.deleteWrongResult, client, REFRESH));
  const onError = (error: unknown) => void toast(`Couldn’t save it. ${sentenceOf(error)}`, { tone: "error" });
  const takeBack = (id: string) => remove.mutate({ params: { id } }, { onSuccess: () => setMarked(null), onError });
  const send = (expected?: string) =>
    mark.mutate(
      { body: { request, shown: slugs.slice(0, MOST_SHOWN), ...(expected && { expected }) } },
      {
        onSuccess: (row) => {
          setMarked({ id: row.id, expected: row.expected });
          if (expected === undefined)
            toast("Reported as a wrong result", { action: { label: "Undo", onSelect: () => takeBack(row.id) } });
        },
        onError,
      },
    );
  return { marked, send, takeBack, pending: mark.isPending || remove.isPending };
}

export function MarkWrong({ request, shown: slugs }: { request: string; shown: readonly string[] }) {
  const { marked, send, takeBack, pending } = useMark(request, slugs);
  const [asks, setAsks] = useState(true);
  const may = useMay("tools:write");
  if (!may) return null;
  if (!marked)
    return (
      <Button variant="ghost" className="ml-auto" disabled={pending} onClick={() => send()}>
        <Flag aria-hidden /> Report a wrong result
      </Button>
    );
  const choose = (slug: string) => {
    setAsks(false);
    send(slug);
  };
  return (
    <>
      <span className="ml-auto inline-flex items-center gap-1 text-sm">
        <Flag aria-hidden className="size-4 text-amber" /> Reported
        <Button variant="ghost" disabled={pending} onClick={() => takeBack(marked.id)}>
          Unmark
        </Button>
      </span>
      {asks ? (
        <Expected onChoose={choose} onClose={() => setAsks(false)} />
      ) : (
        <p className="flex w-full flex-wrap items-center justify-end gap-x-2 text-xs text-muted">
          {marked.expected ? (
            <span>
              Expected: <code className="font-mono wrap-anywhere">{marked.expected}</code>
            </span>
          ) : null}
          <Button variant="outline" onClick={() => setAsks(true)}>
            {marked.expected ? "Change" : "Choose the expected tool"}
          </Button>
        </p>
      )}
    </>
  );
}

function Expected({ onChoose, onClose }: { onChoose: (slug: string) => void; onClose: () => void }) {
  const [toolkit, setToolkit] = useState("");
  return (
    <section aria-label="Which tool did you expect?" className="mb-1 w-full rounded-lg border bg-surface p-4">
      <div className="mb-2 flex items-center justify-between gap-2">
        <p className="text-sm">
          <span className="font-medium">Which tool did you expect?</span> <span className="text-muted">Optional.</span>
        </p>
        <Button variant="ghost" size="icon" aria-label="Not sure" title="Not sure" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      <div className="max-w-xl">
        <ToolPicker toolkit={toolkit} onToolkit={setToolkit} onChoose={onChoose} />
      </div>
    </section>
  );
}
