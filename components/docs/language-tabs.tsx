/**
 * Tabs with one language each for a part that guides have in several. Without public/docs.js, and on paper, all are
 * below each other.
 */
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

/** `id` is its name in addresses. */
export type DocsTab = { name: string; id: string; content: ReactNode };

const TAB = cn(
  "flex h-9 shrink-0 items-center border-b-2 border-transparent px-0.5 text-sm text-muted -outline-offset-2",
  "hover:text-ink aria-selected:border-signal aria-selected:font-medium aria-selected:text-ink pointer-coarse:h-11",
);

export const LanguageTabs = ({ tabs }: { tabs: readonly DocsTab[] }) => (
  <div data-tabs>
    <div
      role="tablist"
      aria-label="Language"
      className="mb-4 hidden gap-4 overflow-x-auto border-b not-print:in-data-scripted:flex"
    >
      {tabs.map(({ name, id }, index) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${id}-tab`}
          aria-controls={id}
          aria-selected={index === 0}
          tabIndex={index === 0 ? 0 : -1}
          className={TAB}
        >
          {name}
        </button>
      ))}
    </div>
    {tabs.map(({ id, content }) => (
      <div key={id} id={id} data-panel className="scroll-mt-28 space-y-4 print:[content-visibility:visible]">
        {content}
      </div>
    ))}
  </div>
);
