/** A tool's arguments or answer, value by value; the parts of a value open below it. */
"use client";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { toPlainWords } from "@/components/schema-form/plain-words";
import type { Property, Schema } from "@/components/schema-form/schema";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Table, TableHeading } from "@/components/ui/table";
import { toChildren, toNotes, toTypeName, type ValueNote } from "./schema-rows";

const DEEPEST = 8;

type SchemaTableProps = { caption: string; schema: Schema; empty: string };

export function SchemaTable({ caption, schema, empty }: SchemaTableProps) {
  const properties = toChildren(schema, schema);
  if (properties.length === 0) return <p className="rounded-lg border p-4 text-sm text-muted">{empty}</p>;
  return (
    <div className="overflow-hidden rounded-lg border">
      <Table>
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b bg-surface">
          <tr>
            <TableHeading className="sm:w-72">Name</TableHeading>
            <TableHeading className="max-sm:hidden">Description</TableHeading>
          </tr>
        </thead>
        <tbody>
          {properties.map((property) => (
            <Rows key={property.name} property={property} root={schema} depth={0} path={property.name} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

type RowsProps = { property: Property; root: Schema; depth: number; path: string };

function Rows({ property, root, depth, path }: RowsProps) {
  const [open, setOpen] = useState(false);
  const inside = depth < DEEPEST ? toChildren(property.schema, root) : [];
  return (
    <>
      <tr className="border-t align-top first:border-t-0">
        <td className="py-2.5 pr-3 pl-4">
          <div style={{ paddingLeft: `${Math.min(depth, 5) * 1.25}rem` }}>
            <Name property={property} path={path} inside={inside.length} open={open} onToggle={() => setOpen(!open)} />
            <p className="mt-0.5 flex flex-wrap items-center gap-x-2 pl-5 text-xs text-muted">
              <code className="font-mono break-words">{toTypeName(property.schema, root)}</code>
            </p>
            <div className="mt-1 pl-5 sm:hidden">
              <Description schema={property.schema} />
            </div>
          </div>
        </td>
        <td className="py-2.5 pr-4 pl-3 max-sm:hidden">
          <Description schema={property.schema} />
        </td>
      </tr>
      {open
        ? inside.map((child) => (
            <Rows key={child.name} property={child} root={root} depth={depth + 1} path={`${path}.${child.name}`} />
          ))
        : null}
    </>
  );
}

type NameProps = { property: Property; path: string; inside: number; open: boolean; onToggle: () => void };

function Name({ property: { name, required, schema }, path, inside, open, onToggle }: NameProps) {
  const label = <code className="font-mono text-xs font-medium wrap-anywhere">{name}</code>;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {inside > 0 ? (
        <button
          type="button"
          aria-expanded={open}
          aria-label={`${open ? "Hide" : "Show"} what is in ${path}`}
          onClick={onToggle}
          className="flex items-center gap-1 rounded-sm text-left hover:bg-hover"
        >
          <ChevronRight
            aria-hidden
            className={cn("size-4 shrink-0 text-muted transition-transform duration-120", open && "rotate-90")}
          />
          {label}
        </button>
      ) : (
        <span className="pl-5">{label}</span>
      )}
      {required ? <span className="text-xs font-medium text-red">required</span> : null}
      {schema.deprecated === true ? <Badge tone="amber">Deprecated</Badge> : null}
    </p>
  );
}

function Description({ schema }: { schema: Schema }) {
  const text = typeof schema.description === "string" ? toPlainWords(schema.description) : "";
  return (
    <div className="space-y-1 text-sm">
      {text ? <p className="max-w-3xl break-words">{text}</p> : null}
      {toNotes(schema).map((note) => (
        <Note key={note.kind} note={note} />
      ))}
    </div>
  );
}

const FIRST_VALUES = 8;
const WORDS = { "one of": "One of", default: "Default", example: "Example", always: "Always" } as const;

function Note({ note: { kind, values } }: { note: ValueNote }) {
  const [all, setAll] = useState(false);
  const visibleValues = all ? values : values.slice(0, FIRST_VALUES);
  return (
    <p className="flex flex-wrap items-center gap-1 text-xs text-muted">
      {WORDS[kind]}
      {visibleValues.map((value) => (
        <code key={value} className="max-w-full rounded-md border px-1 font-mono wrap-anywhere text-ink">
          {value === "" ? "empty text" : value}
        </code>
      ))}
      {visibleValues.length < values.length ? (
        <button type="button" onClick={() => setAll(true)} className="rounded-sm underline underline-offset-2">
          {values.length - visibleValues.length} more
        </button>
      ) : null}
    </p>
  );
}
