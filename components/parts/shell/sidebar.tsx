/**
 * The list of sections, with the project at the top and the state of the server at the bottom. `compact` shows only
 * icons.
 */
"use client";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { ProjectSwitcher } from "@/components/access/project-switcher";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { usePendingPage } from "@/components/ui/pending-page";
import { Tooltip } from "@/components/ui/tooltip";
import { belongsTo, NAVIGATION, type NavigationSection } from "./navigation";

const WaitingCount = dynamic(
  () => import("@/components/approvals/waiting-count").then(({ WaitingCount }) => WaitingCount),
  {
    ssr: false,
  },
);

const HealthDot = dynamic(() => import("./health-dot").then(({ HealthDot }) => HealthDot), {
  ssr: false,
  loading: () => <span aria-hidden className="min-h-8 pointer-coarse:min-h-10" />,
});

/**
 * The marked link can be below the edge of a low window: this scrolls the list, never the page. It is a separate
 * function, so that it runs only when the mark moves.
 */
function bringIntoView(link: HTMLAnchorElement | null): void {
  const list = link?.closest("nav");
  if (!link || !list) return;
  const [mark, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (mark.bottom > frame.bottom) list.scrollTop += mark.bottom - frame.bottom;
  else if (mark.top < frame.top) list.scrollTop -= frame.top - mark.top;
}

type SidebarProps = { compact?: boolean; onNavigate?: () => void; children?: ReactNode };

/** `children` are at the bottom, next to the health dot: the button that folds the sidebar. */
export function Sidebar({ compact = false, onNavigate, children }: SidebarProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className={cn("flex h-12 shrink-0 items-center border-b px-2", onNavigate && "pr-12")}>
        <ProjectSwitcher compact={compact} />
      </div>
      <nav
        aria-label="Dashboard"
        className={cn(
          "flex-1 p-2",
          compact ? "[@media(max-height:68rem)]:overflow-y-auto pointer-coarse:overflow-y-auto" : "overflow-y-auto",
        )}
      >
        <ul className="space-y-0.5">
          {NAVIGATION.map((section) => (
            <Entry key={section.label} section={section} compact={compact} onNavigate={onNavigate} />
          ))}
        </ul>
      </nav>
      <div className={cn("flex shrink-0 items-center justify-between gap-1 border-t p-2", compact && "flex-col")}>
        <HealthDot compact={compact} onNavigate={onNavigate} />
        {children}
      </div>
    </div>
  );
}

type EntryProps = { section: NavigationSection; compact: boolean; onNavigate?: () => void };

function Entry({ section: { label, Icon, pages }, compact, onNavigate }: EntryProps) {
  const pathname = usePathname();
  // The entry is marked at the click, not when its page is there.
  const path = usePendingPage() ?? pathname;
  const isHere = pages.some((page) => belongsTo(path, page));
  const link = (
    <Link
      ref={isHere ? bringIntoView : undefined}
      href={pages[0].href}
      aria-current={isHere ? (path === pages[0].href ? "page" : "true") : undefined}
      aria-label={compact ? label : undefined}
      // a rail that scrolls cuts off a label next to the icon
      title={compact ? label : undefined}
      onClick={onNavigate}
      className={cn(
        "relative flex h-8 items-center gap-2.5 rounded-lg px-2 text-sm text-muted hover:bg-hover " +
          "hover:text-ink pointer-coarse:h-10",
        compact && "justify-center",
        isHere && "bg-hover font-medium text-ink",
      )}
    >
      {isHere ? <span aria-hidden className="absolute inset-y-2 left-0 w-0.5 rounded-full bg-signal" /> : null}
      <Icon aria-hidden className="size-4 shrink-0" />
      {compact ? null : label}
      {pages.some(({ counts }) => counts) ? <WaitingCount compact={compact} /> : null}
    </Link>
  );
  return <li>{compact ? <Tooltip label={label}>{link}</Tooltip> : link}</li>;
}
