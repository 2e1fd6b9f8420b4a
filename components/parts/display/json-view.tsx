/** A JSON value as a tree that folds. Branches are rendered only when opened, so a large response stays cheap. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { showHidden } from "@/lib/contract/display/show-hidden";
import { CopyButton } from "./copy-button";

const OPEN_DEPTH = 2;
const FIRST_ENTRIES = 100;
const FIRST_CHARACTERS = 400;

type JsonViewProps = {
  value: unknown;
  /** The heading ("Request"). */
  label: string;
  /** `h2` directly below the title of a page. */
  Heading?: "h2" | "h3";
};

export function JsonView({ value, label, Heading = "h3" }: JsonViewProps) {
  return (
    <section aria-label={label} className="rounded-lg border">
      <div className="flex h-9 items-center justify-between border-b bg-surface pr-1.5 pl-3">
        <Heading className="text-xs font-medium text-muted">{label}</Heading>
        <CopyButton text={JSON.stringify(value, null, 2) ?? ""} what={`${label.toLowerCase()} as JSON`} />
      </div>
      <div
        tabIndex={0}
        role="group"
        aria-label={`${label} tree`}
        className="max-h-96 overflow-auto p-3 font-mono text-xs leading-5"
      >
        <Node value={value} depth={0} />
      </div>
    </section>
  );
}

function Node({ name, value, depth }: { name?: string; value: unknown; depth: number }) {
  const label = name === undefined ? null : <span className="text-muted">{name}: </span>;
  if (value === null || typeof value !== "object")
    return (
      <div className="pl-4 break-words whitespace-pre-wrap">
        {label}
        <Scalar value={value} />
      </div>
    );
  const entries = Object.entries(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0)
    return (
      <div className="pl-4">
        {label}
        {open + close}
      </div>
    );
  return <Branch label={label} entries={entries} brackets={[open, close]} depth={depth} />;
}

type BranchProps = {
  label: ReactNode;
  entries: [string, unknown][];
  brackets: readonly [string, string];
  depth: number;
};

function Branch({ label, entries, brackets: [open, close], depth }: BranchProps) {
  const [expanded, setExpanded] = useState(depth < OPEN_DEPTH);
  const [all, setAll] = useState(false);
  const visibleEntries = all ? entries : entries.slice(0, FIRST_ENTRIES);
  const count = countOf(entries.length, open === "[" ? "item" : "key");
  return (
    <div>
      <button
        type="button"
        aria-expanded={expanded}
        onClick={() => setExpanded(!expanded)}
        className="flex items-center rounded-sm text-left hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={`mr-0.5 size-3.5 shrink-0 text-muted transition-transform duration-120 ${expanded ? "rotate-90" : ""}`}
        />
        <span>
          {label}
          {expanded ? open : `${open} … ${close}`} <span className="text-muted">{count}</span>
        </span>
      </button>
      {expanded ? (
        <div className="pl-4">
          {visibleEntries.map(([key, item]) => (
            <Node key={key} name={key} value={item} depth={depth + 1} />
          ))}
          {visibleEntries.length < entries.length ? (
            <More onClick={() => setAll(true)}>Show {entries.length - visibleEntries.length} more</More>
          ) : null}
        </div>
      ) : null}
      {expanded ? <div className="pl-4">{close}</div> : null}
    </div>
  );
}

function Scalar({ value }: { value: unknown }) {
  const [all, setAll] = useState(false);
  if (typeof value !== "string") return <span className="text-blue">{String(value)}</span>;
  if (all || value.length <= FIRST_CHARACTERS)
    return <span className="text-green">{showHidden(JSON.stringify(value))}</span>;
  return (
    <span className="text-green">
      {showHidden(JSON.stringify(value.slice(0, FIRST_CHARACTERS)).slice(0, -1))}…{" "}
      <More onClick={() => setAll(true)}>Show all {value.length.toLocaleString("en")} characters</More>
    </span>
  );
}

function More({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="rounded-sm font-sans text-xs text-ink underline underline-offset-2"
    >
      {children}
    </button>
  );
}
