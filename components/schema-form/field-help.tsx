/** The purpose of a field. A long description is folded after its first words. */
import { pluralOf } from "@/lib/contract/count-of";
import { FoldedText } from "@/components/parts/display/folded-text";
import { toPlainWords } from "./plain-words";
import type { Schema } from "./schema";

/** Most help texts are shorter than this and are shown in full. */
const SHORT = 280;

const words = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** `1 to 7 items`, `at least 1 item`, `at most 7`. */
function toRange(least: unknown, most: unknown, unit = ""): string {
  const [from, to] = [least, most].map((limit) => (typeof limit === "number" ? limit : undefined));
  const last = to ?? from;
  if (last === undefined) return "";
  const words = unit === "" ? "" : ` ${pluralOf(last, unit)}`;
  if (from !== undefined && to !== undefined) return from === to ? `exactly ${to}${words}` : `${from} to ${to}${words}`;
  return `${to === undefined ? "at least" : "at most"} ${last}${words}`;
}

/** The limits in a schema, as one line. */
function toLimits(schema: Schema): string {
  return [
    schema.format === "unix-time" ? "Seconds since 1970 (Unix time)" : "",
    toRange(schema.minimum, schema.maximum),
    toRange(schema.minItems, schema.maxItems, "item"),
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
