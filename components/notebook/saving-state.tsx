/** The reason why the notebook is not saved, if there is one. */
"use client";
import { ErrorState } from "@/components/parts/display/error-state";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useGo } from "@/components/ui/use-go";
import type { useNotebook } from "./use-notebook";

export function SavingState({ book }: { book: ReturnType<typeof useNotebook> }) {
  const { go, going } = useGo();
  const { state, error } = book.saving;
  if (state === "failed")
    return <ErrorState title="Your latest changes aren’t saved" error={error} onRetry={book.retry} />;
  if (state !== "conflict") return null;
  return (
    <Alert tone="warning" title="This notebook was changed elsewhere, possibly in another tab">
      <p>Nothing was overwritten. Your latest changes aren’t saved.</p>
      <div className="mt-2 mb-1 flex flex-wrap gap-2">
        <Button
          variant="outline"
          disabled={going}
          onClick={() => void book.keepMine().then((id) => go(`/notebooks/${encodeURIComponent(id)}`))}
        >
          Keep mine as a copy
        </Button>
        <Button variant="outline" onClick={() => void book.takeTheirs()}>
          Use theirs and discard mine
        </Button>
      </div>
    </Alert>
  );
}
