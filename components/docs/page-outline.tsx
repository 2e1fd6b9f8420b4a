/** The headings of a guide, next to it. */
import { cn } from "@/components/ui/cn";
import type { GuideHeading } from "@/lib/contract/markdown/guide-text";

/** Deeper headings would make the list as long as the page. */
const DEEPEST = 3;

export function PageOutline({ headings }: { headings: readonly GuideHeading[] }) {
  const entries = headings.filter(({ level }) => level <= DEEPEST);
  if (entries.length < 2) return null;
  return (
    <nav aria-label="On this page" className="text-xs print:hidden">
      <p className="mb-2 font-medium">On this page</p>
      <ul className="space-y-1.5 border-l">
        {entries.map(({ level, text, anchor }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              className={cn("-ml-px block rounded-sm text-muted hover:text-ink", level <= 2 ? "pl-3" : "pl-6")}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
