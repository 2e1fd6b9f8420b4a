/**
 * The search of a list. The slash key focuses it, Escape clears it, and the text is written to the URL when the typing
 * pauses.
 */
"use client";
import { Search } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useEffect, useState, type KeyboardEvent } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { stepsForward } from "./url-state";
import { useSlash } from "./use-slash";
import { useTypedFilter } from "./use-typed-filter";

const PAUSE_MS = 40;

type SearchInputProps = {
  label: string;
  /** The name of its search parameter. */
  name?: string;
  placeholder?: string;
  /** Off if another field of the page listens for the slash. */
  slash?: boolean;
  className?: string;
};

export function SearchInput({
  label,
  name = "search",
  placeholder = label,
  slash = true,
  className,
}: SearchInputProps) {
  const value = useSearchParams().get(name) ?? "";
  const [text, setText] = useState(value);
  const [previousValue, setSeen] = useState(value);
  const [sentText, setSent] = useState(value);
  const field = useSlash<HTMLInputElement>(slash);
  if (value !== previousValue) {
    setSeen(value);
    // moved by the back button or "Clear filters", not by this field
    if (value !== sentText) {
      setText(value);
      setSent(value);
    }
  }
  const typed = useTypedFilter(name);
  const put = typed.commit;
  const commit = (words: string) => {
    setSent(words);
    put(words);
  };
  useEffect(() => {
    const words = text.trim();
    // Does not set the same text again while the URL is still changing: that could undo a filter set in the meantime.
    if (words === sentText) return;
    const steps = stepsForward();
    const timer = setTimeout(() => {
      // The user chose a result at once: the field is still visible, but the next step has begun.
      if (stepsForward() !== steps) return;
      setSent(words);
      put(words);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, sentText, put]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") return commit(text.trim());
    if (event.key !== "Escape") return;
    if (text === "") return event.currentTarget.blur();
    event.preventDefault();
    setText("");
    commit("");
  };
  return (
    <span className={cn("relative block min-w-0", className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-keyshortcuts={slash ? "/" : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={typed.settle}
        className="peer pr-8 pl-8"
      />
      {slash ? (
        <kbd
          aria-hidden
          className={cn(
            "pointer-events-none absolute top-1/2 right-2 -translate-y-1/2",
            "rounded border bg-surface px-1.5 font-mono text-xs text-muted",
            "peer-focus:hidden peer-not-placeholder-shown:hidden max-md:hidden",
          )}
        >
          /
        </kbd>
      ) : null}
    </span>
  );
}
