/** The scopes that people grant: known scopes with their meaning, others by name. */
"use client";
import { Undo2 } from "lucide-react";
import { useId, useState, type KeyboardEvent } from "react";
import { CopyButton } from "@/components/parts/display/copy-button";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { scopeInWords } from "@/lib/contract/scope-words";

type ScopePickerProps = {
  /** Known scopes, including the default scopes. */
  available: readonly string[];
  /** The initial scopes of the form. */
  start: readonly string[];
  value: readonly string[];
  onChange: (scopes: string[]) => void;
};

const matches = (scope: string, words: string): boolean =>
  `${scope} ${scopeInWords(scope, "developer")}`.toLowerCase().includes(words.toLowerCase());

/** Returns whether both contain the same scopes, in any order. */
const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((scope) => others.includes(scope));

export function ScopePicker({ available, start, value, onChange }: ScopePickerProps) {
  const [words, setWords] = useState("");
  // A chosen scope moves to the top with the next search, not under the pointer.
  const [first, setFirst] = useState(value);
  const id = useId();
  const text = words.trim();
  const allScopes = [...new Set([...first, ...available, ...value])];
  const matchingScopes = text ? allScopes.filter((scope) => matches(scope, text)) : allScopes;
  const toggle = (scope: string) =>
    onChange(value.includes(scope) ? value.filter((other) => other !== scope) : [...value, scope]);
  const isNew = text !== "" && !/\s/.test(text) && !allScopes.includes(text);
  const search = (next: string, scopes = value) => {
    setWords(next);
    setFirst(scopes);
  };
  const add = () => {
    if (isNew) onChange([...value, text]);
    search("", isNew ? [...value, text] : value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // the form is not meant
    if (isNew && matchingScopes.length === 0) add();
  };
  return (
    <fieldset className="min-w-0 space-y-2" aria-describedby={`${id}-help`}>
      <legend className="text-sm font-medium">Scopes</legend>
      <p id={`${id}-help`} className="text-xs text-muted">
        Permissions your app requests. Request only what you need; tools that need more fail with a clear error.
      </p>
      <div className="rounded-lg border">
        <div className="flex items-center gap-2 border-b p-2">
          <Input
            type="search"
            aria-label="Search scopes or enter another"
            placeholder="Search scopes or enter another"
            autoComplete="off"
            spellCheck={false}
            value={words}
            onChange={(event) => search(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          {isNew ? (
            <Button variant="outline" onClick={add}>
              Add “{text.length > 24 ? `${text.slice(0, 24)}…` : text}”
            </Button>
          ) : null}
        </div>
        <ul className="max-h-64 divide-y overflow-y-auto">
          {matchingScopes.map((scope) => (
            <li key={scope} className="px-3 py-0.5">
              <Checkbox
                checked={value.includes(scope)}
                onChange={() => toggle(scope)}
                label={<Words scope={scope} />}
              />
            </li>
          ))}
          {matchingScopes.length === 0 ? (
            <li className="p-3 text-sm text-muted">
              {allScopes.length === 0
                ? "No scopes listed for this toolkit. Enter one the provider supports."
                : "No matching scopes."}
            </li>
          ) : null}
        </ul>
        <Footer start={start} value={value} onChange={onChange} />
      </div>
    </fieldset>
  );
}

const Words = ({ scope }: { scope: string }) => (
  <>
    {scopeInWords(scope, "developer")} <code className="font-mono text-xs wrap-anywhere text-muted">{scope}</code>
  </>
);

/** The copy is for the provider's console, where the same scopes are entered: commas fit Google's field and YAML. */
const Footer = ({ start, value, onChange }: Pick<ScopePickerProps, "start" | "value" | "onChange">) => (
  <div className="flex min-h-9 items-center gap-2 border-t px-3 text-xs text-muted">
    <span role="status">{value.length} chosen</span>
    {value.length > 0 ? <CopyButton text={value.join(", ")} what="scopes" /> : null}
    {isSame(start, value) ? null : (
      <Button variant="ghost" className="-mr-2 ml-auto h-7 text-xs" onClick={() => onChange([...start])}>
        <Undo2 aria-hidden /> Undo changes
      </Button>
    )}
  </div>
);
