/** Chooses some toolkits by name: a combobox (WAI-ARIA APG) whose choices stand before it. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useDeferredValue, useId, useState, type KeyboardEvent } from "react";
import { ToolkitLogo } from "@/components/parts/toolkit-logo";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { catalogApi } from "@/lib/catalog/contract";
import { query } from "@/lib/contract/client";

const SHOWN = 8;
/** As many as the operation takes. */
const MOST = 50;

type ToolkitsFieldProps = {
  value: readonly string[];
  onChange: (slugs: string[]) => void;
  label?: string;
  /** What stands in the field while nothing is chosen. */
  placeholder?: string;
  most?: number;
};

/** Toolkits whose names fit the words, without those that are chosen already. */
function useOptions(text: string, value: readonly string[], enabled: boolean): { slug: string; name: string }[] {
  const words = useDeferredValue(text.trim());
  const toolkits = useQuery({
    ...query(catalogApi.listToolkits, { query: { ...(words && { search: words }), limit: SHOWN + value.length } }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  // Until the answer for these words is there, only what fits them of the one before: Enter must take no older choice.
  const isOlder = toolkits.isPlaceholderData || words !== text.trim();
  const typed = text.trim().toLowerCase();
  return (toolkits.data?.items ?? [])
    .filter(({ slug, name }) => !value.includes(slug) && (!isOlder || `${slug} ${name.toLowerCase()}`.includes(typed)))
    .slice(0, SHOWN);
}

export function ToolkitsField({
  value,
  onChange,
  label = "Only these toolkits",
  placeholder = "Only these toolkits (all)",
  most = MOST,
}: ToolkitsFieldProps) {
  const list = useId();
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const options = useOptions(text, value, open);
  const at = Math.min(marked, options.length - 1);
  const shown = open && options.length > 0;
  const type = (words: string) => {
    setText(words);
    setMarked(0);
    setOpen(true);
  };
  const choose = (slug: string) => {
    if (value.length < most) onChange([...value, slug]);
    type("");
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !open) setOpen(true);
    else if (step) setMarked((at + step + options.length) % Math.max(1, options.length));
    else if (event.key === "Enter" && shown && options[at]) choose(options[at].slug);
    else if (event.key === "Escape" && open) setOpen(false);
    else if (event.key === "Backspace" && text === "" && value.length > 0) return onChange(value.slice(0, -1));
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      {value.map((slug) => (
        <Chosen key={slug} slug={slug} onRemove={() => onChange(value.filter((other) => other !== slug))} />
      ))}
      <span className="relative block">
        <Input
          role="combobox"
          aria-label={label}
          placeholder={value.length > 0 ? "Another toolkit" : placeholder}
          aria-expanded={shown}
          aria-controls={list}
          aria-activedescendant={shown ? `${list}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onClick={() => setOpen(true)}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="w-52"
        />
        <Options list={list} options={options} at={at} shown={shown} onMark={setMarked} onChoose={choose} />
      </span>
    </div>
  );
}

type OptionsProps = {
  list: string;
  options: readonly { slug: string; name: string }[];
  at: number;
  shown: boolean;
  onMark: (place: number) => void;
  onChoose: (slug: string) => void;
};

const Options = ({ list, options, at, shown, onMark, onChoose }: OptionsProps) => (
  <ul
    id={list}
    role="listbox"
    aria-label="Toolkits"
    // The focus stays in the field.
    onPointerDown={(event) => event.preventDefault()}
    className={cn("absolute top-full left-0 z-20 mt-1 w-64 rounded-lg border bg-raised p-1", !shown && "hidden")}
  >
    {options.map(({ slug, name }, place) => (
      <li
        key={slug}
        id={`${list}-${place}`}
        role="option"
        aria-selected={place === at}
        onPointerMove={() => onMark(place)}
        onClick={() => onChoose(slug)}
        className={cn(
          "flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-sm pointer-coarse:h-10",
          place === at && "bg-hover",
        )}
      >
        <ToolkitLogo slug={slug} />
        <span className="min-w-0 flex-1 truncate">{name}</span>
      </li>
    ))}
  </ul>
);

const Chosen = ({ slug, onRemove }: { slug: string; onRemove: () => void }) => (
  <span className="inline-flex h-8 items-center gap-1.5 rounded-lg border bg-surface pr-1 pl-2 text-sm pointer-coarse:h-10">
    <ToolkitLogo slug={slug} />
    <span className="max-w-40 truncate">{slug}</span>
    <button
      type="button"
      aria-label={`Remove ${slug}`}
      onClick={onRemove}
      className="flex size-6 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink pointer-coarse:size-8"
    >
      <X aria-hidden className="size-3.5" />
    </button>
  </span>
);
