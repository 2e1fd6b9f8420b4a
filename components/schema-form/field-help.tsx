/** What a field is for: a long description folds after its first words. */
import { FoldedText } from "@/components/parts/folded-text";
import { toPlainWords } from "./plain-words";
import type { Schema } from "./schema";

/** Most help is shorter than this and stands there whole. */
const SHORT = 280;

const words = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** The limits that a schema states, as one line. */
function toLimits(schema: Schema): string {
  const number = (name: string) => (typeof schema[name] === "number" ? schema[name] : undefined);
  return [
    schema.format === "unix-time" ? "Seconds since 1970 (Unix time)" : "",
    number("minimum") === undefined ? "" : `at least ${number("minimum")}`,
    number("maximum") === undefined ? "" : `at most ${number("maximum")}`,
    number("minItems") === undefined ? "" : `at least ${number("minItems")} items`,
    number("maxItems") === undefined ? "" : `at most ${number("maxItems")} items`,
    schema.default === undefined || schema.default === null ? "" : `default ${words(schema.default).slice(0, 80)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

type FieldHelpProps = { id: string; schema: Schema; label: string; otherNames?: readonly string[] | undefined };

export function FieldHelp({ id, schema, label, otherNames = [] }: FieldHelpProps) {
  const text = typeof schema.description === "string" ? toPlainWords(schema.description) : "";
  const limits = toLimits(schema);
  if (text === "" && limits === "" && otherNames.length === 0) return null;
  return (
    <p id={id} className="text-xs break-words text-muted">
      <FoldedText text={text} most={SHORT} about={label} />
      {limits ? (
        <span className={text ? "mt-0.5 block" : ""}>{limits.charAt(0).toUpperCase() + limits.slice(1)}.</span>
      ) : null}
      {otherNames.length > 0 ? (
        <span className="mt-0.5 block">
          Also accepted: <span className="font-mono">{otherNames.join(", ")}</span>
        </span>
      ) : null}
    </p>
  );
}
