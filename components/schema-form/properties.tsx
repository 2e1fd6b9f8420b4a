/**
 * The fields of an object in the order of use. Required and common fields and fields with a value are visible; the rest
 * is shown on request and can be searched.
 */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { isObject } from "@/lib/kernel/text/is-object";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { hasErrorUnder } from "./field-errors";
import type { Path } from "./field-value";
import { toAt, useFormContext, type RenderField } from "./form-context";
import { inOrderOfUse } from "./order-of-use";
import { type Property } from "./schema";

/** A filter is shown if there are at least this many optional fields. */
const MANY = 12;
/** This few optional fields are not worth a button. */
const FEW = 2;

type PropertiesProps = { properties: readonly Property[]; value: unknown; path: Path; renderField: RenderField };

export function Properties({ properties, value, path, renderField }: PropertiesProps) {
  const { errors } = useFormContext();
  // fields that were folded when the fold was opened: none of them moves while the user fills it in
  const [openNames, setOpened] = useState<ReadonlySet<string> | null>(null);
  const [words, setWords] = useState("");
  // a field that was visible because of its value stays, or it would vanish while the user clears it
  const [keptNames, setKept] = useState<ReadonlySet<string>>(new Set());
  const object = isObject(value) ? value : {};
  const { properties: sorted, inSight } = useMemo(() => inOrderOfUse(properties), [properties]);
  const isInUse = ({ name }: Property) =>
    inSight.has(name) || Object.hasOwn(object, name) || keptNames.has(name) || hasErrorUnder(errors, [...path, name]);
  const isFolded = (property: Property) => (openNames ? openNames.has(property.name) : !isInUse(property));
  const fresh = sorted.filter(({ name }) => !inSight.has(name) && Object.hasOwn(object, name) && !keptNames.has(name));
  if (fresh.length > 0 && !openNames) setKept(new Set([...keptNames, ...fresh.map(({ name }) => name)]));
  const rest = sorted.filter(isFolded);
  const few = properties.length <= FEW + 1 || (rest.length <= FEW && !openNames);
  const query = words.trim().toLowerCase();
  const matches = rest.filter(
    ({ name, schema }) =>
      query === "" ||
      name.toLowerCase().includes(query) ||
      (typeof schema.description === "string" && schema.description.toLowerCase().includes(query)),
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
      {sorted.filter((property) => !isFolded(property)).map(draw)}
      {few ? (
        rest.map(draw)
      ) : (
        <div className="space-y-4">
          <Button
            variant="outline"
            aria-expanded={openNames !== null}
            onClick={() => {
              setOpened(openNames ? null : new Set(rest.map(({ name }) => name)));
              setWords("");
            }}
          >
            {openNames ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
            {openNames ? "Hide optional fields" : `Show ${countOf(rest.length, "optional field")}`}
          </Button>
          {openNames && rest.length > MANY ? (
            <Input
              type="search"
              aria-label="Filter optional fields"
              placeholder="Filter optional fields"
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
              autoComplete="off"
            />
          ) : null}
          {openNames ? matches.map(draw) : null}
          {openNames && matches.length === 0 ? (
            <p className="text-sm text-muted">No matching optional fields.</p>
          ) : null}
        </div>
      )}
    </div>
  );
}
