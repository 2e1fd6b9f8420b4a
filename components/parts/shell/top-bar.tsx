/** Above every page: the breadcrumbs, the documentation, the theme, the user's account. */
"use client";
import { BookOpen, Menu as MenuIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import { AccountMenu } from "@/components/access/account-menu";
import { Bell } from "@/components/attention/bell";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Tooltip } from "@/components/ui/tooltip";
import { CommandButton } from "./command-button";
import { useShownName } from "./crumb-name";
import { toBreadcrumbs } from "./navigation";
import type { Theme } from "./preferences";
import { ThemeToggle } from "./theme-toggle";

export function TopBar({ theme, onMenu }: { theme: Theme; onMenu: () => void }) {
  return (
    <header className="sticky top-0 z-30 flex h-12 shrink-0 items-center gap-2 border-b bg-page px-4 md:px-8">
      <Button variant="ghost" size="icon" aria-label="Open the menu" onClick={onMenu} className="-ml-2 lg:hidden">
        <MenuIcon aria-hidden />
      </Button>
      <Breadcrumbs />
      <div className="ml-auto flex items-center gap-1">
        <CommandButton />
        <Bell />
        <Documentation />
        <ThemeToggle initial={theme} />
        <AccountMenu />
      </div>
    </header>
  );
}

const Documentation = () => (
  <Tooltip label="Documentation">
    <Button asChild variant="ghost" size="icon" aria-label="Documentation">
      <Link href="/docs">
        <BookOpen aria-hidden />
      </Link>
    </Button>
  </Tooltip>
);

/** A phone shows only the page. */
function Breadcrumbs() {
  const path = usePathname();
  const name = useShownName(path);
  const crumbs = toBreadcrumbs(path).map((crumb, index, all) =>
    name && index === all.length - 1 ? { label: name } : crumb,
  );
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0">
      <ol className="flex items-center gap-2 text-sm">
        {crumbs.map(({ label, href }, index) => {
          const last = index === crumbs.length - 1;
          return (
            <li
              key={label}
              aria-current={last ? "page" : undefined}
              title={last ? label : undefined}
              className={
                last ? "min-w-0 truncate font-medium" : "flex shrink-0 items-center gap-2 text-muted max-sm:hidden"
              }
            >
              {href ? (
                <Link href={href} className="rounded-sm hover:text-ink">
                  {label}
                </Link>
              ) : (
                label
              )}
              {last ? null : <span aria-hidden>/</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
