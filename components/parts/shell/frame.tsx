/** The dashboard's frame: skip link, sidebar (a sheet on a phone), top bar, and the page. */
"use client";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import dynamic from "next/dynamic";
import { useState, useSyncExternalStore, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Tooltip } from "@/components/ui/tooltip";
import { askedToLeave, subscribeToQuestion } from "../forms/leave-question";
import { ColumnMemory } from "../lists/columns/column-memory";
import { PageOnItsWay } from "./page-on-its-way";
import { savePreference, SIDEBAR_COOKIE, type Theme } from "./preferences";
import { SectionPages } from "./section-pages";
import { Shortcuts } from "./shortcuts";
import { Sidebar } from "./sidebar";
import { Toaster } from "./toast";
import { TopBar } from "./top-bar";

/** Loaded after the page: it is shown only during an outage. */
const ConnectionBanner = dynamic(() => import("./connection-banner").then(({ ConnectionBanner }) => ConnectionBanner), {
  ssr: false,
});

// only a user who leaves unsaved changes is asked
const LeaveWindow = dynamic(() => import("../forms/leave-window").then(({ LeaveWindow }) => LeaveWindow), {
  ssr: false,
});

// the menu on a phone: most visits do not need its code
const Sheet = dynamic(() => import("@/components/ui/sheet").then(({ Sheet }) => Sheet), { ssr: false });

type FrameProps = {
  theme: Theme;
  compact: boolean;
  /** The cookie with the chosen columns of lists. */
  columns: string | undefined;
  banner: ReactNode;
  children: ReactNode;
};

/** All of these load with the page, so the first paint is right and nothing moves afterwards. */
export function Frame({ theme, compact: initiallyCompact, columns, banner, children }: FrameProps) {
  const [compact, setCompact] = useState(initiallyCompact);
  const [menuOpen, setMenuOpen] = useState(false);
  const fold = () => {
    savePreference(SIDEBAR_COOKIE, compact ? "" : "compact");
    setCompact(!compact);
  };
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className={cn(
          "sr-only z-50 rounded-lg bg-primary px-3 py-2 text-sm text-on-primary",
          "focus:not-sr-only focus:fixed focus:top-2 focus:left-2",
        )}
      >
        Skip to content
      </a>
      {/* Between a phone and a wide window the page needs the room: the sidebar shows icons there. */}
      {compact ? null : (
        <Rail className="hidden md:flex lg:hidden">
          <Sidebar compact />
        </Rail>
      )}
      <Rail className={compact ? "hidden md:flex" : "hidden w-60 lg:flex"}>
        <Sidebar compact={compact}>
          <FoldButton compact={compact} onClick={fold} />
        </Sidebar>
      </Rail>
      {menuOpen ? (
        <Sheet onClose={() => setMenuOpen(false)} side="left" title="Menu" hideTitle>
          <Sidebar onNavigate={() => setMenuOpen(false)} />
        </Sheet>
      ) : null}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar theme={theme} onMenu={() => setMenuOpen(true)} />
        {/* A panel next to the page covers neither the page nor a banner above it. */}
        <div className="flex flex-1 flex-col xl:has-[[data-panel-room]]:pr-(--panel)">
          <ConnectionBanner />
          {banner}
          <SectionPages />
          <main
            id="content"
            tabIndex={-1}
            className="flex-1 px-4 py-6 outline-none md:px-8 xl:has-[[data-panel-room]]:pr-6"
          >
            <ColumnMemory text={columns}>
              <PageOnItsWay>{children}</PageOnItsWay>
            </ColumnMemory>
          </main>
        </div>
      </div>
      <Toaster />
      <Shortcuts />
      <LeaveQuestion />
    </div>
  );
}

function LeaveQuestion() {
  const href = useSyncExternalStore(subscribeToQuestion, askedToLeave, () => null);
  return href === null ? null : <LeaveWindow href={href} />;
}

const Rail = ({ className, children }: { className: string; children: ReactNode }) => (
  <aside
    aria-label="Sidebar"
    className={cn("sticky top-0 z-30 h-dvh w-14 shrink-0 flex-col border-r bg-surface", className)}
  >
    {children}
  </aside>
);

function FoldButton({ compact, onClick }: { compact: boolean; onClick: () => void }) {
  const label = compact ? "Expand the sidebar" : "Collapse the sidebar";
  return (
    <Tooltip label={label}>
      <Button variant="ghost" size="icon" aria-label={label} onClick={onClick}>
        {compact ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
      </Button>
    </Tooltip>
  );
}
