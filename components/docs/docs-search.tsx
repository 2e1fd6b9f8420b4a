/** The window that searches the documentation while somebody types; public/docs.js opens and fills it. */
import { cn } from "@/components/ui/cn";

const WINDOW = cn(
  "m-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] overflow-hidden rounded-lg border bg-page p-0 text-sm text-ink",
  "shadow-lg backdrop:bg-black/40",
);

export const DocsSearch = () => (
  <dialog id="docs-search" aria-label="Find in the documentation" className={WINDOW}>
    <input
      type="search"
      role="combobox"
      aria-label="Search pages, headings and operations"
      aria-controls="docs-search-results"
      aria-expanded="false"
      aria-autocomplete="list"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      placeholder="Search pages, headings and operations"
      className="h-11 w-full border-b bg-page px-4 outline-none placeholder:text-muted"
    />
    <ul id="docs-search-results" role="listbox" aria-label="Results" className="max-h-[50dvh] overflow-y-auto p-1" />
    <p role="status" data-status className="px-4 py-2 text-xs text-muted" />
    <ul hidden data-row>
      <li role="option" aria-selected="false" className="cursor-pointer rounded-md px-3 py-2 aria-selected:bg-hover">
        <span data-heading className="font-medium" /> <span data-title className="text-muted" />
        <span data-excerpt className="line-clamp-1 text-muted" />
      </li>
    </ul>
  </dialog>
);
