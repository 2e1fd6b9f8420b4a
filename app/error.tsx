/** Replaces a page that could not be drawn. */
"use client";
import { ErrorState } from "@/components/parts/display/error-state";

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <ErrorState title="Couldn’t load this page" error={error} onRetry={reset} className="m-6" />;
}
