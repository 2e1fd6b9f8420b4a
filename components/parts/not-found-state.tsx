/** What an address names is not there: what the server says of it, and the way to the list where it would be. */
"use client";
import { usePathname } from "next/navigation";
import { Alert } from "@/components/ui/alert";
import { Link } from "@/components/ui/link";
import { ClientError } from "@/lib/contract/client";
import { toBreadcrumbs } from "./navigation";

/** Whether the server has answered that there is no such thing. */
export const isNotFound = (error: unknown): error is ClientError =>
  error instanceof ClientError && error.status === 404;

export function NotFoundState({ error }: { error: ClientError }) {
  const list = toBreadcrumbs(usePathname()).findLast(({ href }) => href !== undefined);
  return (
    <Alert tone="warning" title="Not found" className="m-4">
      <p>
        {error.message} {error.detail.suggestedFix}
      </p>
      {list?.href ? (
        <Link href={list.href} className="mt-1 inline-block rounded-sm underline underline-offset-4 hover:text-muted">
          All {/^[A-Z]+\b/.test(list.label) ? list.label : list.label.toLowerCase()}
        </Link>
      ) : null}
    </Alert>
  );
}
