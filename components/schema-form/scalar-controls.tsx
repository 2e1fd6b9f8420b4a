/**
 * The controls of single values: texts, numbers, booleans, choices, dates. They have no state; they show the form's
 * value.
 */
"use client";
import { SuggestInput, useSuggestions } from "@/components/parts/forms/suggest-input";
import { toSuggestions } from "@/components/parts/forms/to-suggestions";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { isLocalTime, settleNumber, toInstant, toLocalTime, toNumber, withSeconds } from "./field-value";
import type { ControlProps } from "./form-context";
import type { Shape } from "./schema";

/** With more options than this, the user searches by typing instead of picking from a list. */
const MANY = 40;

const toText = (value: unknown): string =>
  value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
const orNothing = (text: string): string | undefined => (text === "" ? undefined : text);

function exampleOf({ examples, default: preset }: ControlProps["schema"]): string | undefined {
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  const sample = example ?? preset;
  return sample === undefined || sample === null ? undefined : toText(sample).slice(0, 100);
}

type TextShape = Extract<Shape, { kind: "text" }>;

export function TextControl({ shape, schema, value, wiring, onChange }: ControlProps & { shape: TextShape }) {
  const shared = {
    ...wiring,
    value: toText(value),
    placeholder: exampleOf(schema),
    spellCheck: shape.long,
    autoComplete: "off",
  };
  if (shape.long && !shape.secret)
    return <Textarea {...shared} rows={3} onChange={(event) => onChange(orNothing(event.currentTarget.value))} />;
  return (
    <Input
      {...shared}
      type={shape.secret ? "password" : "text"}
      autoComplete={shape.secret ? "new-password" : "off"}
      onChange={(event) => onChange(orNothing(event.currentTarget.value))}
    />
  );
}

export function NumberControl({ integer, schema, value, wiring, onChange }: ControlProps & { integer: boolean }) {
  return (
    <Input
      {...wiring}
      inputMode={integer ? "numeric" : "decimal"}
      autoComplete="off"
      placeholder={exampleOf(schema)}
      value={toText(value)}
      onChange={(event) => onChange(toNumber(event.currentTarget.value.trim()))}
      onBlur={() => {
        if (settleNumber(value) !== value) onChange(settleNumber(value));
      }}
      className="font-mono"
    />
  );
}

export function BooleanControl({ value, required, wiring, onChange }: ControlProps) {
  return (
    <Select
      {...wiring}
      value={value === true ? "true" : value === false ? "false" : ""}
      onChange={(event) =>
        onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value === "true")
      }
    >
      <option value="">{required ? "Choose" : "Not sent"}</option>
      <option value="true">true</option>
      <option value="false">false</option>
    </Select>
  );
}

/** Options need not be texts, so they are compared by their JSON. */
export function ChoiceControl({
  options,
  value,
  required,
  wiring,
  onChange,
}: ControlProps & { options: readonly unknown[] }) {
  const state = useSuggestions();
  const selectedOption = options.find((option) => option === value);
  if (options.length > MANY) {
    const choose = (text: string) =>
      onChange(orNothing(text) && (options.find((option) => toText(option) === text) ?? text));
    return (
      <SuggestInput
        {...wiring}
        state={state}
        options={toSuggestions(options.map(toText), state.words)}
        value={toText(value)}
        placeholder={`${options.length} options: type to search`}
        onChange={choose}
      />
    );
  }
  return (
    <Select
      {...wiring}
      value={value === undefined || value === null ? "" : JSON.stringify(value)}
      onChange={(event) =>
        onChange(event.currentTarget.value === "" ? undefined : JSON.parse(event.currentTarget.value))
      }
    >
      <option value="">{required ? "Choose" : "Not sent"}</option>
      {options.map((option) => (
        <option key={JSON.stringify(option)} value={JSON.stringify(option)}>
          {toText(option) || "(empty)"}
        </option>
      ))}
      {value !== undefined && value !== null && selectedOption === undefined ? (
        <option value={JSON.stringify(value)}>{toText(value)} (not an option)</option>
      ) : null}
    </Select>
  );
}

export function DateControl({ value, wiring, onChange }: ControlProps) {
  const picked = typeof value !== "string" || /^\d{4}-\d{2}-\d{2}$/.test(value);
  return (
    <Input
      {...wiring}
      type={picked ? "date" : "text"}
      value={toText(value)}
      onChange={(event) => onChange(orNothing(event.currentTarget.value))}
    />
  );
}

/** Shown in the browser's time zone; a text that is not an instant stays visible as it is. */
export function DateTimeControl({ value, wiring, onChange }: ControlProps) {
  const local = typeof value === "string" ? toLocalTime(value) : "";
  if (value !== undefined && value !== null && local === "")
    return (
      <Input {...wiring} value={toText(value)} onChange={(event) => onChange(orNothing(event.currentTarget.value))} />
    );
  return (
    <>
      <Input
        {...wiring}
        type="datetime-local"
        step={1}
        value={local}
        onChange={(event) => onChange(toInstant(event.currentTarget.value))}
      />
      {typeof value === "string" ? <p className="font-mono text-xs text-muted">{value}</p> : null}
    </>
  );
}

/** Without a zone; a text with one stays visible as it is. */
export function LocalTimeControl({ schema, value, wiring, onChange }: ControlProps) {
  const text = toText(value);
  if (text !== "" && !isLocalTime(text))
    return (
      <Input
        {...wiring}
        placeholder={exampleOf(schema)}
        value={text}
        onChange={(event) => onChange(orNothing(event.currentTarget.value))}
      />
    );
  return (
    <Input
      {...wiring}
      type="datetime-local"
      step={1}
      value={text}
      onChange={(event) => onChange(withSeconds(event.currentTarget.value))}
    />
  );
}
