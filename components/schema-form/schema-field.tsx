/** A field: its name, its type, its control, the server's error, and its help. */
"use client";
import { CircleAlert } from "lucide-react";
import dynamic from "next/dynamic";
import { memo, useId, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Label } from "@/components/ui/label";
import { Skeleton } from "@/components/ui/skeleton";
import { ListControl, MapControl, VariantControl } from "./container-controls";
import { FieldHelp } from "./field-help";
import { FileControl } from "./file-control";
import { toPathText } from "./field-errors";
import { blankOf } from "./field-value";
import { fromAt, useFormContext, type ControlProps, type RenderField, type SchemaFieldProps } from "./form-context";
import { JsonControl } from "./json-control";
import { Properties } from "./properties";
import {
  BooleanControl,
  ChoiceControl,
  DateControl,
  DateTimeControl,
  LocalTimeControl,
  NumberControl,
  TextControl,
} from "./scalar-controls";
import { argumentOf } from "./value-lists";
import { takesNull, toLabel, toShape, type Shape } from "./schema";

// Few tools have such arguments.
const ValueControl = dynamic(() => import("./value-control").then((module) => module.ValueControl), {
  ssr: false,
  loading: () => <Skeleton className="h-8" />,
});

export const renderField: RenderField = ({ key, ...props }) => <SchemaField key={key} {...props} />;

const isGroup = ({ kind }: Shape): boolean =>
  kind === "object" || kind === "list" || kind === "map" || kind === "variants";

const Note = ({ children }: { children: ReactNode }) => <p className="text-sm text-muted">{children}</p>;

function Control({ shape, props }: { shape: Shape; props: ControlProps }) {
  const { lists } = useFormContext();
  const argument = argumentOf(props.path);
  const isListed = argument !== undefined && lists?.has(argument) === true;
  if (isListed && (shape.kind === "text" || shape.kind === "number"))
    return <ValueControl {...props} argument={argument} isNumber={shape.kind === "number"} />;
  switch (shape.kind) {
    case "text":
      return <TextControl shape={shape} {...props} />;
    case "number":
      return <NumberControl integer={shape.integer} {...props} />;
    case "boolean":
      return <BooleanControl {...props} />;
    case "date":
      return <DateControl {...props} />;
    case "date-time":
      return <DateTimeControl {...props} />;
    case "local-time":
      return <LocalTimeControl {...props} />;
    case "choice":
      return <ChoiceControl options={shape.options} {...props} />;
    case "constant":
      return <ChoiceControl options={[shape.value]} {...props} />;
    case "object":
      return (
        <Properties properties={shape.properties} value={props.value} path={props.path} renderField={renderField} />
      );
    case "list":
      return <ListControl items={shape.items} renderField={renderField} {...props} />;
    case "map":
      return <MapControl values={shape.values} renderField={renderField} {...props} />;
    case "variants":
      return <VariantControl variants={shape.variants} renderField={renderField} {...props} />;
    case "file":
      return <FileControl {...props} />;
    case "json":
      return <JsonControl {...props} />;
  }
}

export const SchemaField = memo(function SchemaField({
  label,
  schema,
  value,
  required,
  at: pathJson,
  bare,
}: SchemaFieldProps) {
  const { root, change, errors, otherNames } = useFormContext();
  const id = useId();
  const path = fromAt(pathJson);
  const shape = toShape(schema, root, label);
  const group = isGroup(shape);
  const error = bare === "variant" ? undefined : errors.at.get(toPathText(path)); // the union itself shows it
  const isMarked = required && bare === undefined;
  const wiring = {
    id,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-required": isMarked ? (true as const) : undefined,
    "aria-describedby": `${error ? `${id}-error ` : ""}${id}-help`,
  };
  const onChange = (next: unknown) => change(path, next);
  const unnamed = bare !== undefined && (bare === "variant" || !group);
  const closed = group && bare === undefined && shape.kind !== "variants" && value === undefined && !required;
  const takesNone = takesNull(schema);
  return (
    <div
      role={group ? "group" : undefined}
      aria-labelledby={group ? `${id}-label` : undefined}
      className="min-w-0 space-y-1.5"
      data-field={toPathText(path)}
    >
      <FieldName id={id} label={label} takes={toLabel(schema, root)} required={isMarked} group={group} hidden={unnamed}>
        {takesNone && value !== null ? (
          <Tiny label={`Set ${label} to null`} onClick={() => onChange(null)}>
            Null
          </Tiny>
        ) : null}
        {(value === null && takesNone) || (group && !required && value !== undefined) ? (
          <Tiny label={`Remove ${label}`} onClick={() => onChange(undefined)}>
            Remove
          </Tiny>
        ) : null}
      </FieldName>
      {value === null && takesNone ? (
        <Note>null is sent.</Note>
      ) : closed ? (
        <Button
          variant="outline"
          aria-describedby={`${id}-help`}
          onClick={() => onChange(blankOf(schema, root) ?? (shape.kind === "list" ? [] : {}))}
        >
          Add {label}
        </Button>
      ) : (
        <div className={group && shape.kind !== "variants" && bare !== "variant" ? "border-l-2 pl-3" : "space-y-1.5"}>
          <Control shape={shape} props={{ label, schema, value, required, path, wiring, onChange }} />
        </div>
      )}
      {error ? (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-xs break-words text-danger">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" /> {error}
        </p>
      ) : null}
      <FieldHelp
        id={`${id}-help`}
        schema={schema}
        label={label}
        otherNames={path.length === 1 ? otherNames?.get(label) : undefined}
      />
    </div>
  );
});

function FieldName({
  id,
  label,
  takes,
  required,
  group,
  hidden,
  children,
}: {
  id: string;
  label: string;
  /** In one or two words. */
  takes: string;
  required: boolean;
  group: boolean;
  hidden: boolean;
  children: ReactNode;
}) {
  const name = group ? (
    <span id={`${id}-label`} className="font-mono text-sm font-medium wrap-anywhere">
      {label}
    </span>
  ) : (
    <Label htmlFor={id} className="font-mono wrap-anywhere">
      {label}
    </Label>
  );
  if (hidden) return <div className="sr-only">{name}</div>;
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-2">
      {name}
      <span className="text-xs text-muted">{takes}</span>
      {required ? <span className="text-xs font-medium">Required</span> : null}
      <span className="ml-auto flex items-center gap-1">{children}</span>
    </div>
  );
}

function Tiny({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="rounded-sm px-1 text-xs text-muted underline-offset-2 hover:text-ink hover:underline pointer-coarse:min-h-8"
    >
      {children}
    </button>
  );
}
