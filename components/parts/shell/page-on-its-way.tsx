/** Shows the outline of a page from the click until the page is there, if that takes longer than a blink. */
"use client";
import { usePathname } from "next/navigation";
import { useEffect, useState, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { usePendingPage } from "@/components/ui/pending-page";
import { Skeleton } from "@/components/ui/skeleton";

/** Pages that come sooner replace the previous page without anything between. */
const BLINK_MS = 80;

/** The path of another page that has been on its way for longer than a blink. */
function useSlowPage(): string | null {
  const pathname = usePathname();
  const pending = usePendingPage();
  const [slow, setSlow] = useState<string | null>(null);
  useEffect(() => {
    if (pending === null) return;
    const timer = setTimeout(() => setSlow(pending), BLINK_MS);
    return () => {
      clearTimeout(timer);
      setSlow(null);
    };
  }, [pending]);
  return slow === null || slow === pathname ? null : slow;
}

export function PageOnItsWay({ children }: { children: ReactNode }) {
  const isSlow = useSlowPage() !== null;
  return (
    <>
      <div className={isSlow ? "hidden" : "contents"}>{children}</div>
      {isSlow ? <Outline /> : null}
    </>
  );
}

const Outline = () => (
  <div role="status" aria-label="Loading the page" className="mx-auto max-w-[1280px]">
    <span aria-hidden className={cn("fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-signal")} />
    <Skeleton className="h-7 w-48" />
    <Skeleton className="mt-3 w-96 max-w-full" />
    <div className="mt-8 space-y-4">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-10" />
      ))}
    </div>
  </div>
);
