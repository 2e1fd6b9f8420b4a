/** Shown for an empty list: the reason, the first action, and the guide that explains the list. */
import { BookOpen, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

type EmptyStateProps = {
  Icon: LucideIcon;
  title: string;
  children?: ReactNode;
  /** An outlined button: the page's header can have the same button, filled. */
  action?: ReactNode;
  /** The guide's path below docs/, as `mcp/mcp-servers`. */
  guide?: string;
};

export function EmptyState({ Icon, title, children, action, guide }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-8 text-center">
      <span className="flex size-10 items-center justify-center rounded-lg border bg-surface text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <h2 className="mt-3 text-base font-medium">{title}</h2>
      {children ? <div className="mt-1 max-w-md text-sm text-muted">{children}</div> : null}
      {action || guide ? (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
          {action}
          {guide ? (
            <Link
              href={`/docs/${guide}`}
              className="flex min-h-8 items-center gap-1.5 rounded-sm text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
            >
              <BookOpen aria-hidden className="size-4" /> Read the guide
            </Link>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
