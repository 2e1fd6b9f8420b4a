/** The fields of one object: what is required and what has a value in sight, the rest on request and searchable. */
"use client";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { hasErrorUnder } from "./field-errors";
import type { Path } from "./field-value";
import { toAt, useFormContext, type RenderField } from "./form-context";
import { isObject, type Property } from "./schema";

/** From this many optional fields on, a filter stands above them. */
const MANY = 12;
/** As many optional fields are not worth a button. */
const FEW = 2;
/** Where a tool demands nothing, so many of its first fields are in sight: their author wrote the most used ones first. */
const FIRST = 5;

type PropertiesProps = { properties: readonly Property[]; value: unknown; path: Path; renderField: RenderField };

export function Properties({ properties, value, path, renderField }: PropertiesProps) {
  const { errors } = useFormContext();
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState("");
  // what was in sight when it had a value stays, or a field would vanish under the hands that empty it
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const object = isObject(value) ? value : {};
  const demandsNothing = path.length === 0 && !properties.some(({ required }) => required);
  const first = new Set(demandsNothing ? properties.slice(0, FIRST).map(({ name }) => name) : []);
  const inUse = ({ name, required }: Property) =>
    required ||
    first.has(name) ||
    Object.hasOwn(object, name) ||
    kept.has(name) ||
    hasErrorUnder(errors, [...path, name]);
  const fresh = properties.filter(({ name, required }) => !required && Object.hasOwn(object, name) && !kept.has(name));
  if (fresh.length > 0 && !open) setKept(new Set([...kept, ...fresh.map(({ name }) => name)]));
  const optional = properties.filter((property) => !inUse(property));
  const shownFirst = properties.filter((property) => inUse(property) && (!open || property.required));
  const rest = open ? properties.filter(({ required }) => !required) : optional;
  const few = properties.length <= FEW + 1 || rest.length <= FEW;
  const wanted = words.trim().toLowerCase();
  const matches = rest.filter(
    ({ name, schema }) =>
      wanted === "" ||
      name.toLowerCase().includes(wanted) ||
      (typeof schema.description === "string" && schema.description.toLowerCase().includes(wanted)),
  );
  const draw = ({ name, schema, required }: Property): ReactNode =>
    renderField({
      key: name,
      label: name,
      schema,
      value: Object.hasOwn(object, name) ? object[name] : undefined,
      required,
      at: toAt([...path, name]),
    });
  return (
    <div className="space-y-4">
      {shownFirst.map(draw)}
      {few ? (
        (open ? rest : optional).map(draw)
      ) : (
        <div className="space-y-4">
          <Button
            variant="outline"
            aria-expanded={open}
            onClick={() => {
              setOpen(!open);
              setWords("");
            }}
          >
            {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
            {open ? "Hide optional fields" : `Show ${rest.length} optional field${rest.length === 1 ? "" : "s"}`}
          </Button>
          {open && rest.length > MANY ? (
            <Input
              type="search"
              aria-label="Filter optional fields"
              placeholder="Filter optional fields"
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
              autoComplete="off"
            />
          ) : null}
          {open ? matches.map(draw) : null}
          {open && matches.length === 0 ? <p className="text-sm text-muted">No optional field matches.</p> : null}
        </div>
      )}
    </div>
  );
}
