/** The pages of a section in a row above each of them. */
"use client";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { usePendingPage } from "@/components/ui/pending-page";
import { bringIntoView, FADES, watchEdges } from "@/components/ui/watch-edges";
import { belongsTo, sectionOf } from "./navigation";

const WaitingCount = dynamic(
  () => import("@/components/approvals/waiting-count").then(({ WaitingCount }) => WaitingCount),
  { ssr: false },
);

export function SectionPages() {
  const pathname = usePathname();
  const path = usePendingPage() ?? pathname;
  const section = sectionOf(path);
  if (!section || section.pages.length === 1) return null;
  return (
    <nav aria-label={`Pages of ${section.label}`} className="border-b px-4 md:px-8">
      <ul ref={watchEdges} className={cn("relative flex gap-4 overflow-x-auto pointer-coarse:gap-5", FADES)}>
        {section.pages.map((page) => {
          const isHere = belongsTo(path, page);
          return (
            <li key={page.href} className="shrink-0">
              <Link
                ref={isHere ? bringIntoView : undefined}
                href={page.href}
                aria-current={isHere ? "page" : undefined}
                className={cn(
                  "flex h-10 items-center gap-1.5 border-b-2 border-transparent px-0.5 text-sm " +
                    "whitespace-nowrap text-muted -outline-offset-2 hover:text-ink",
                  isHere && "border-signal font-medium text-ink",
                )}
              >
                {page.label}
                {page.counts ? <WaitingCount compact={false} /> : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
