/** The frame of the documentation: readable without a sign-in and without a script. */
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Logo } from "@/components/parts/shell/logo";
import type { Theme } from "@/components/parts/shell/preferences";
import { READ_ONLY_SCRIPT } from "@/lib/contract/display/read-only-script";
import { DocsSearch } from "./docs-search";
import { DocsTree } from "./docs-tree";
import { ThemeButton } from "./theme-button";

const SKIP = cn(
  "sr-only z-50 rounded-lg bg-primary px-3 py-2 text-sm text-on-primary",
  "focus:not-sr-only focus:fixed focus:top-2 focus:left-2",
);

type DocsFrameProps = {
  theme: Theme;
  /** Of this page's content security policy. */
  nonce: string | undefined;
  children: ReactNode;
};

export const DocsFrame = ({ theme, nonce, children }: DocsFrameProps) => (
  <>
    {/* Before what it changes: a page that is drawn without it would move. */}
    <script src={READ_ONLY_SCRIPT} nonce={nonce} />
    <a href="#content" className={SKIP}>
      Skip to content
    </a>
    <header className="sticky top-0 z-30 flex h-12 items-center gap-3 border-b bg-page px-4 md:px-8 print:hidden">
      <a href="/docs" className="flex items-center gap-2 rounded-sm text-sm font-semibold tracking-tight">
        <Logo /> Patchbay <span className="font-normal text-muted max-sm:hidden">Documentation</span>
      </a>
      <form action="/docs/search" role="search" className="ml-auto max-w-64 min-w-0 flex-1">
        <input
          type="search"
          name="q"
          required
          maxLength={200}
          placeholder="Search (Ctrl K)"
          aria-keyshortcuts="Control+K"
          aria-label="Search the documentation"
          className="h-8 w-full rounded-md border bg-page px-2 text-sm placeholder:text-muted"
        />
      </form>
      <div className="flex items-center gap-2 text-sm">
        <a href="/" className="rounded-sm px-1 text-muted hover:text-ink">
          Dashboard
        </a>
        <ThemeButton initial={theme} />
      </div>
    </header>
    <DocsSearch />
    <div className="mx-auto flex max-w-[1440px]">
      <div className="sticky top-12 hidden h-[calc(100dvh-3rem)] w-64 shrink-0 overflow-y-auto border-r p-4 lg:block print:hidden">
        <DocsTree label="Guides" />
      </div>
      <div className="min-w-0 flex-1 px-4 py-6 md:px-8">
        <details className="mb-6 rounded-lg border text-sm lg:hidden print:hidden">
          <summary className="cursor-pointer rounded-lg px-3 py-2 font-medium">All guides</summary>
          <div className="border-t p-3">
            <DocsTree label="All guides" />
          </div>
        </details>
        <main id="content" tabIndex={-1} className="outline-none">
          {children}
        </main>
      </div>
    </div>
  </>
);
