/** The words and the hint of one tool of a draft. */
"use client";
import { useState, type FormEvent } from "react";
import { Field } from "@/components/parts/forms/field";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { EFFECT_WORDS, type ReportedTool, type ToolSettings } from "./draft";

type Change = { [Name in keyof ToolSettings]?: ToolSettings[Name] | undefined };
type ToolWindowProps = {
  tool: ReportedTool;
  settings: ToolSettings;
  onClose: () => void;
  onSave: (change: Change) => void;
};

const SLUG = /^[A-Z][A-Z0-9_]{2,39}$/;

export function ToolWindow({ tool, settings, onClose, onSave }: ToolWindowProps) {
  const [name, setName] = useState(settings.name ?? "");
  const [slug, setSlug] = useState(settings.slug ?? "");
  const [description, setDescription] = useState(settings.description ?? "");
  const [effect, setEffect] = useState<ToolSettings["effect"] | "">(settings.effect ?? "");
  const [important, setImportant] = useState(settings.important ?? tool.important);
  const isWrong = slug !== "" && !SLUG.test(slug);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (isWrong) return;
    onSave({
      name: name.trim() || undefined,
      slug: slug || undefined,
      description: description.trim() || undefined,
      effect: effect || undefined,
      important: important === tool.important ? settings.important : important,
    });
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`Edit ${tool.name}`} description="Empty fields use the document’s text.">
        <form noValidate method="post" onSubmit={onSubmit} className="space-y-4">
          <Field label="Name">
            {(wiring) => (
              <Input
                {...wiring}
                autoComplete="off"
                maxLength={200}
                placeholder={settings.name === undefined ? tool.name : undefined}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            )}
          </Field>
          <Field
            label="Slug after the toolkit’s prefix"
            {...(isWrong && { error: "Use 3 to 40 capital letters, digits or _, starting with a letter." })}
          >
            {(wiring) => (
              <Input
                {...wiring}
                autoComplete="off"
                spellCheck={false}
                value={slug}
                onChange={(event) => setSlug(event.currentTarget.value.toUpperCase())}
                className="font-mono"
              />
            )}
          </Field>
          <Field label="Description" help="What the model reads to choose this tool.">
            {(wiring) => (
              <Textarea
                {...wiring}
                rows={5}
                maxLength={1024}
                placeholder={settings.description === undefined ? tool.description : undefined}
                value={description}
                onChange={(event) => setDescription(event.currentTarget.value)}
              />
            )}
          </Field>
          <EffectField value={effect} onChange={setEffect} />
          <Checkbox
            label="Important: among the first tools that agents see"
            checked={important}
            onChange={(event) => setImportant(event.currentTarget.checked)}
          />
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit">Save tool</Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}

type EffectFieldProps = {
  value: ToolSettings["effect"] | "";
  onChange: (effect: ToolSettings["effect"] | "") => void;
};

const EffectField = ({ value, onChange }: EffectFieldProps) => (
  <Field label="What it does to data">
    {(wiring) => (
      <Select
        {...wiring}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as ToolSettings["effect"] | "")}
      >
        <option value="">As in the document</option>
        {Object.entries(EFFECT_WORDS).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </Select>
    )}
  </Field>
);
