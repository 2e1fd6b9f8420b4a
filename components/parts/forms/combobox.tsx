/** A text field with suggestions below it: a combobox with a list (WAI-ARIA APG). The focus stays in the field. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useId, useState, type FocusEvent, type KeyboardEvent } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { stepIn } from "./combobox-step";
import { isAtEnd, Options, type Option } from "./suggestion-list";

export type { Option } from "./suggestion-list";

export type ComboboxState = {
  text: string;
  setText: (text: string) => void;
  open: boolean;
  setOpen: (open: boolean) => void;
};

/** The typed text and whether the list is open. A component that looks up suggestions needs both. */
export function useCombobox(): ComboboxState {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  return { text, setText, open, setOpen };
}

type ComboboxProps = {
  state: ComboboxState;
  label: string;
  placeholder?: string;
  options: readonly Option[];
  onChoose: (value: string) => void;
  /** Called for Backspace in the empty field. */
  onEmptyBackspace?: () => void;
  /** Typed text that was not chosen is cleared on blur, so that it does not look like a choice. */
  dropsText?: boolean;
  /** Called with the typed text when the field loses the focus. */
  onLeave?: (text: string) => void;
  className?: string;
  /** The id of the sentence that explains why the choice is wrong. */
  wrong?: string | undefined;
};

/** Enter and Tab accept the marked suggestion. The first suggestion is marked as soon as the user types. */
export function Combobox({ state, label, placeholder, options, onChoose, ...more }: ComboboxProps) {
  const { onEmptyBackspace, dropsText = false, onLeave, className, wrong } = more;
  const { text, setText, open, setOpen } = state;
  const list = useId();
  const [marked, setMarked] = useState(-1);
  const [atEnd, setAtEnd] = useState(false);
  const markedIndex = Math.min(marked, options.length - 1);
  const isShown = open && options.length > 0;
  const type = (words: string) => {
    setText(words);
    setMarked(words.trim() === "" ? -1 : 0);
    setOpen(true);
  };
  const choose = (value: string) => {
    onChoose(value);
    type("");
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = isShown ? options[markedIndex] : undefined;
    if (step && !event.altKey) {
      if (open) setMarked(stepIn(options.length, markedIndex, step));
      setOpen(true);
    } else if (event.key === "Enter" && option) choose(option.value);
    else if (event.key === "Tab" && option && text.trim() !== "") return choose(option.value);
    else if (event.key === "Escape" && open) setOpen(false);
    else if (event.key === "Escape" && text !== "") type("");
    else if (event.key === "Backspace" && text === "" && onEmptyBackspace) return onEmptyBackspace();
    else return;
    event.preventDefault();
  };
  const onFocus = (event: FocusEvent<HTMLInputElement>) => setAtEnd(isAtEnd(event.currentTarget));
  const onBlur = () => {
    setOpen(false);
    setMarked(-1);
    if (dropsText) setText("");
    if (text !== "") onLeave?.(text);
  };
  return (
    <span className={cn("relative block min-w-0", className)}>
      <Input
        role="combobox"
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong}
        aria-label={label}
        placeholder={placeholder ?? label}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={list}
        aria-activedescendant={isShown && markedIndex >= 0 ? `${list}-${markedIndex}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onFocus={onFocus}
        onBlur={onBlur}
        onClick={() => setOpen(true)}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Options {...{ list, label, options, at: markedIndex, isShown, atEnd }} onMark={setMarked} onChoose={choose} />
      <span role="status" className="sr-only">
        {isShown ? countOf(options.length, "suggestion") : ""}
      </span>
    </span>
  );
}
