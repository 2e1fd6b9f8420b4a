/** An id or slug in mono with its copy button. */
import { cn } from "@/components/ui/cn";
import { CopyButton } from "./copy-button";

export function CopyableId({ id, what, className }: { id: string; what: string; className?: string }) {
  return (
    <span className={cn("inline-flex max-w-full min-w-0 items-center gap-1", className)}>
      <code className="truncate font-mono text-xs" title={id}>
        {id}
      </code>
      <CopyButton text={id} what={what} />
    </span>
  );
}
