/** Messages that pass by without taking the focus: a result or a failure, and at most one action for it. */
"use client";
import { CircleCheck, CircleX, X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { currentToasts, dropToast, onToasts, showToast, type Toast } from "./toast-store";

const LASTS_MS = { done: 5_000, error: 12_000 } as const;
const NONE: readonly Toast[] = [];

/**
 * `const toast = useToast(); toast("Auth config disabled", { action: { label: "Undo", onSelect } })`. With `tone:
 * "error"` the message stays longer and screen readers announce it at once.
 */
export const useToast = (): typeof showToast => showToast;

/** Rendered once per page by the frame. Both regions exist from the start, or screen readers miss the first message. */
export function Toaster() {
  const toasts = useSyncExternalStore(onToasts, currentToasts, () => NONE);
  const errors = toasts.filter(({ tone }) => tone === "error");
  return (
    <div className="pointer-events-none fixed right-4 bottom-4 z-50 flex w-[calc(100vw-2rem)] max-w-sm flex-col gap-2">
      <div aria-live="polite" className="flex flex-col gap-2">
        {toasts
          .filter(({ tone }) => tone === "done")
          .map((toast) => (
            <Message key={toast.id} toast={toast} />
          ))}
      </div>
      <div aria-live="assertive" className="flex flex-col gap-2">
        {errors.map((toast) => (
          <Message key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  );
}

/** Waits while the pointer or the focus is on it. */
function Message({ toast: { id, text, tone, action } }: { toast: Toast }) {
  const [isPaused, setHeld] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => dropToast(id), LASTS_MS[tone]);
    return () => clearTimeout(timer);
  }, [isPaused, id, tone]);
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex animate-rise-in items-center gap-2 rounded-lg border bg-raised py-1.5 pr-1.5 pl-3 text-sm"
    >
      {tone === "done" ? (
        <CircleCheck aria-hidden className="size-4 shrink-0 text-green" />
      ) : (
        <CircleX aria-hidden className="size-4 shrink-0 text-red" />
      )}
      <p className="min-w-0 flex-1 break-words">{text}</p>
      {action ? (
        <Button
          variant="outline"
          onClick={() => {
            action.onSelect();
            dropToast(id);
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={() => dropToast(id)}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
