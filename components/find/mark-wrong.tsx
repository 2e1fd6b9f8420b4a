/** Marks what was found for a step as wrong, with one press; what should have come may be said afterwards. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Flag, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { useToast } from "@/components/parts/toast";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ClientError, mutation } from "@/lib/contract/client";
import { wrongResultsApi } from "@/lib/find/wrong-results/contract";

/** Of the playground; nobody needs it before a result was marked. */
const ToolPicker = dynamic(() => import("@/components/execution/tool-picker").then(({ ToolPicker }) => ToolPicker), {
  ssr: false,
  loading: () => <Skeleton className="h-64" />,
});

/** As many as the operation takes. */
const MOST_SHOWN = 20;
const REFRESH = { refresh: [wrongResultsApi.listWrongResults] };

export const sentenceOf = (error: unknown): string =>
  error instanceof ClientError ? error.message : "Something failed in this page.";

type Marked = { id: string; expected: string | null };

/** Marking and taking it back, and what is marked now. */
function useMark(request: string, shown: readonly string[]) {
  const toast = useToast();
  const client = useQueryClient();
  const [marked, setMarked] = useState<Marked | null>(null);
  const mark = useMutation(mutation(wrongResultsApi.markWrongResult, client, REFRESH));
  const remove = useMutation(mutation(wrongResultsApi.deleteWrongResult, client, REFRESH));
  const failed = (error: unknown) => toast(`It was not kept. ${sentenceOf(error)}`, { tone: "error" });
  const undo = (id: string) => remove.mutate({ params: { id } }, { onSuccess: () => setMarked(null), onError: failed });
  const send = (expected?: string) =>
    mark.mutate(
      { body: { request, shown: shown.slice(0, MOST_SHOWN), ...(expected && { expected }) } },
      {
        onSuccess: (row) => {
          setMarked({ id: row.id, expected: row.expected });
          const action = { label: "Undo", onSelect: () => undo(row.id) };
          toast(expected ? `${expected} is noted as what should have come` : "Marked as a wrong result", { action });
        },
        onError: failed,
      },
    );
  return { marked, send, pending: mark.isPending };
}

export function MarkWrong({ request, shown }: { request: string; shown: readonly string[] }) {
  const { marked, send, pending } = useMark(request, shown);
  const [closed, setClosed] = useState(false);
  const may = useMay("tools:write");
  if (!may) return null;
  if (!marked)
    return (
      <Button variant="ghost" className="ml-auto" disabled={pending} onClick={() => send()}>
        <Flag aria-hidden /> Wrong result
      </Button>
    );
  return (
    <>
      <span className="ml-auto inline-flex h-8 items-center gap-2 px-3 text-sm text-muted">
        <Flag aria-hidden className="size-4 text-amber" /> Marked as wrong
      </span>
      {marked.expected || closed ? (
        marked.expected ? (
          <p className="w-full text-right text-xs text-muted">
            Should have come: <code className="font-mono wrap-anywhere">{marked.expected}</code>
          </p>
        ) : null
      ) : (
        <Expected onChoose={send} onClose={() => setClosed(true)} />
      )}
    </>
  );
}

function Expected({ onChoose, onClose }: { onChoose: (slug: string) => void; onClose: () => void }) {
  const [toolkit, setToolkit] = useState("");
  return (
    <section aria-label="What should have come?" className="mb-1 w-full rounded-lg border bg-surface p-4">
      <div className="mb-2 flex items-center justify-between gap-2">
        <p className="text-sm">
          <span className="font-medium">What should have come?</span>{" "}
          <span className="text-muted">You need not say it.</span>
        </p>
        <Button variant="ghost" size="icon" aria-label="Do not say" title="Do not say" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      <div className="max-w-xl">
        <ToolPicker toolkit={toolkit} onToolkit={setToolkit} onChoose={onChoose} />
      </div>
    </section>
  );
}
