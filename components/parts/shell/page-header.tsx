/** A page's title, one line about it, and its main action. */
import type { ReactNode } from "react";

type PageHeaderProps = {
  title: ReactNode;
  /** The number of rows next to the title; nothing moves when it comes. */
  total?: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
};

export function PageHeader({ title, total, description, children }: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <div className="flex items-baseline gap-2.5">
          <h1 className="min-w-0 text-xl font-semibold tracking-tight">{title}</h1>
          {total}
        </div>
        {description ? <p className="mt-1 max-w-3xl text-sm text-muted">{description}</p> : null}
      </div>
      {children ? <div className="flex flex-wrap items-center gap-2">{children}</div> : null}
    </header>
  );
}
