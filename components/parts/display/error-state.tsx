/** A full error: the message, the next step, the request id to copy, and a retry button. */
import { RotateCw } from "lucide-react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ClientError } from "@/lib/contract/client";
import { CopyableId } from "./copyable-id";
import { toHumanFix } from "./human-fix";

type ErrorStateProps = { error: unknown; title?: string; onRetry?: () => void; className?: string };

export function ErrorState({ error, title, onRetry, className }: ErrorStateProps) {
  const clientError = error instanceof ClientError ? error : null;
  const message = error instanceof Error ? error.message : "Something went wrong on this page.";
  const fix = toHumanFix(clientError?.detail.suggestedFix);
  return (
    <Alert tone="error" title={title} className={className}>
      <p>
        {message} {fix}
      </p>
      {clientError?.detail.requestId ? (
        <p className="mt-1 flex items-center gap-2 text-xs text-muted">
          Request ID <CopyableId id={clientError.detail.requestId} what="request ID" />
        </p>
      ) : null}
      {onRetry ? (
        <Button variant="outline" className="mt-2 mb-1" onClick={onRetry}>
          <RotateCw aria-hidden /> Try again
        </Button>
      ) : null}
    </Alert>
  );
}
