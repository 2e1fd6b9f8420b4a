/** Shown if the object in the URL does not exist: the likely reason, and a link to the list. */
"use client";
import { SearchX } from "lucide-react";
import { usePathname } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { ClientError } from "@/lib/contract/client";
import { toHumanFix } from "./human-fix";
import { isUnder, toBreadcrumbs } from "../shell/navigation";
import { useTabTitle } from "../shell/use-tab-title";

/** Pages of the catalog, whose names people type; all other pages are reached by an id. */
const TYPED = ["/toolkits", "/tools", "/triggers/types"];

/** A next step that names an API call ("List them with GET ...") is for programs; people get a different text. */
function toNextStep({ detail: { suggestedFix } }: ClientError, pathname: string): string {
  const fix = toHumanFix(suggestedFix);
  if (fix !== "") return fix;
  return TYPED.some((path) => isUnder(pathname, path))
    ? "Check the name for typos."
    : "It was deleted or belongs to another project.";
}

export function NotFoundState({ error }: { error: ClientError }) {
  const pathname = usePathname();
  const list = toBreadcrumbs(pathname).findLast(({ href }) => href !== undefined);
  useTabTitle("Not found · Patchbay");
  return (
    <div role="status" className="flex flex-col items-center px-6 py-12 text-center">
      <span className="flex size-10 items-center justify-center rounded-lg border bg-surface text-muted">
        <SearchX aria-hidden className="size-5" />
      </span>
      <h1 className="mt-3 text-base font-medium">Not found</h1>
      <p className="mt-1 max-w-md text-sm text-muted">
        {error.message} {toNextStep(error, pathname)}
      </p>
      {list?.href ? (
        <Button asChild variant="outline" className="mt-4">
          <Link href={list.href}>All {/^[A-Z]+\b/.test(list.label) ? list.label : list.label.toLowerCase()}</Link>
        </Button>
      ) : null}
    </div>
  );
}
