/** Shown for an empty list: the reason and the first action. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type EmptyStateProps = { Icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode };

export function EmptyState({ Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <span className="flex size-10 items-center justify-center rounded-lg border bg-surface text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <h2 className="mt-3 text-base font-medium">{title}</h2>
      {children ? <div className="mt-1 max-w-md text-sm text-muted">{children}</div> : null}
      {action ? <div className="mt-4">{action}</div> : null}
    </div>
  );
}
