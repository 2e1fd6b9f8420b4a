/** The controls of values that contain others: lists, maps, and unions. A union has one chosen variant. */
"use client";
import { isObject } from "@/lib/kernel/text/is-object";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { blankOf, findVariant, freshKey, moveItem, renameKey } from "./field-value";
import { toAt, useFormContext, type ControlProps, type RenderField } from "./form-context";
import { resolveSchema, toShape, type Schema, type Variant } from "./schema";

type Container = ControlProps & { renderField: RenderField };

/** The name of one item: "labels 2". */
const itemLabel = (label: string, index: number): string => `${label} ${index + 1}`;

export function ListControl({ items, label, value, path, onChange, renderField }: Container & { items: Schema }) {
  const { root } = useFormContext();
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  return (
    <div className="space-y-3">
      {list.map((item, index) => (
        <Row
          key={index}
          controls={
            <>
              <Small
                label={`Move ${itemLabel(label, index)} up`}
                disabled={index === 0}
                onClick={() => onChange(moveItem(list, index, -1))}
              >
                <ArrowUp aria-hidden />
              </Small>
              <Small
                label={`Move ${itemLabel(label, index)} down`}
                disabled={index === list.length - 1}
                onClick={() => onChange(moveItem(list, index, 1))}
              >
                <ArrowDown aria-hidden />
              </Small>
              <Small
                label={`Remove ${itemLabel(label, index)}`}
                onClick={() => onChange(list.filter((_, other) => other !== index))}
              >
                <Trash2 aria-hidden />
              </Small>
            </>
          }
        >
          {renderField({
            key: String(index),
            label: itemLabel(label, index),
            schema: items,
            value: item,
            required: true,
            at: toAt([...path, index]),
            bare: "item",
          })}
        </Row>
      ))}
      <Button variant="outline" onClick={() => onChange([...list, blankOf(items, root) ?? null])}>
        <Plus aria-hidden /> Add to {label}
      </Button>
    </div>
  );
}

export function MapControl({ values, label, value, path, onChange, renderField }: Container & { values: Schema }) {
  const { root } = useFormContext();
  const map = isObject(value) ? value : {};
  return (
    <div className="space-y-3">
      {Object.keys(map).map((key, index) => (
        <Row
          key={index}
          controls={
            <Small
              label={`Remove ${key}`}
              onClick={() => onChange(Object.fromEntries(Object.entries(map).filter(([other]) => other !== key)))}
            >
              <Trash2 aria-hidden />
            </Small>
          }
        >
          <div className="space-y-2">
            <KeyInput
              key={key}
              name={key}
              label={`Name of entry ${index + 1} of ${label}`}
              onRename={(to) => onChange(renameKey(map, key, to))}
            />
            {renderField({
              key,
              label: key,
              schema: values,
              value: map[key],
              required: true,
              at: toAt([...path, key]),
              bare: "item",
            })}
          </div>
        </Row>
      ))}
      <Button variant="outline" onClick={() => onChange({ ...map, [freshKey(map)]: blankOf(values, root) ?? null })}>
        <Plus aria-hidden /> Add an entry
      </Button>
    </div>
  );
}

/** Renames on blur, since half a name can be the name of another entry. */
function KeyInput({ name, label, onRename }: { name: string; label: string; onRename: (to: string) => void }) {
  const [text, setText] = useState(name);
  return (
    <Input
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => {
        if (text !== name) onRename(text);
      }}
      autoComplete="off"
      spellCheck={false}
      className="font-mono"
    />
  );
}

function Row({ controls, children }: { controls: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">{children}</div>
      <div className="flex shrink-0">{controls}</div>
    </div>
  );
}

function Small({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="size-6 pointer-coarse:size-8 [&_svg]:size-3.5"
    >
      {children}
    </Button>
  );
}

export function VariantControl({
  variants,
  label,
  value,
  required,
  path,
  onChange,
  renderField,
}: Container & { variants: readonly Variant[] }) {
  const { root } = useFormContext();
  const kinds = variants.map(({ schema }) => toShape(resolveSchema(schema, root), root).kind);
  const [selectedIndex, setChosen] = useState(Math.max(0, kinds.indexOf("text")));
  const [isOpen, setOpen] = useState(false);
  const variantIndex = findVariant(value, variants, selectedIndex, root);
  const variant = variants[variantIndex];
  const choose = (next: number) => {
    setChosen(next);
    const schema = variants[next]?.schema;
    const blank = schema && blankOf(resolveSchema(schema, root), root);
    onChange(blank === "" ? undefined : blank);
  };
  const plain =
    variant !== undefined && !["object", "list", "map", "json", "variants"].includes(kinds[variantIndex] ?? "");
  const field = variant
    ? renderField({
        key: String(variantIndex),
        label,
        schema: resolveSchema(variant.schema, root),
        value,
        required,
        at: toAt(path),
        bare: "variant",
      })
    : null;
  // A text is what nearly everybody wants; other kinds are a press away.
  if (kinds[variantIndex] === "text" && !isOpen)
    return (
      <div className="space-y-1">
        {field}
        <button
          type="button"
          aria-label={`Another type of ${label}`}
          onClick={() => setOpen(true)}
          className="rounded-sm text-xs text-muted underline-offset-2 hover:text-ink hover:underline pointer-coarse:min-h-8"
        >
          Enter a different type of value
        </button>
      </div>
    );
  return (
    <div className={plain ? "grid grid-cols-[9rem_minmax(0,1fr)] items-start gap-2" : "space-y-2"}>
      <Select
        aria-label={`Kind of ${label}`}
        value={String(variantIndex)}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      >
        {variants.map(({ label: words }, index) => (
          <option key={index} value={index}>
            {words}
          </option>
        ))}
      </Select>
      {field}
    </div>
  );
}
