/** A text field that accepts any text and suggests values below it. Choosing one fills the field. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useId, useState, type ComponentProps, type FocusEvent, type KeyboardEvent } from "react";
import { Input } from "@/components/ui/input";
import { stepIn } from "./combobox-step";
import { isAtEnd, Options, type Option } from "./suggestion-list";

type SuggestState = {
  /** The text since the list opened: a field that already has a value suggests all values first. */
  words: string;
  open: boolean;
  change: (part: { words?: string; open?: boolean }) => void;
};

/** A component that looks up suggestions needs the typed words, and whether the list is open. */
export function useSuggestions(): SuggestState {
  const [state, setState] = useState({ words: "", open: false });
  return { ...state, change: (part) => setState((before) => ({ ...before, ...part })) };
}

type SuggestInputProps = Omit<ComponentProps<typeof Input>, "value" | "onChange" | "list"> & {
  state: SuggestState;
  value: string;
  onChange: (text: string) => void;
  options: readonly Option[];
  /** Called instead of `onChange` for a suggestion. */
  onChoose?: (value: string) => void;
  /** Called with the typed text when the field loses the focus. */
  onLeave?: (text: string) => void;
};

/** Enter accepts a suggestion only if the arrow keys marked it; otherwise it sends the form. */
export function SuggestInput({ state, value, onChange, options, onChoose, onLeave, ...input }: SuggestInputProps) {
  const { words, open, change } = state;
  const list = useId();
  const [marked, setMarked] = useState(-1);
  const [atEnd, setAtEnd] = useState(false);
  const markedIndex = Math.min(marked, options.length - 1);
  // A text that was typed in full needs no list over the next field.
  const isTyped = words !== "" && options.some((option) => option.value === value);
  const isShown = open && options.length > 0 && !isTyped;
  const openList = () => {
    if (!open) change({ words: "", open: true });
  };
  const close = () => {
    setMarked(-1);
    change({ words: "", open: false });
  };
  const choose = (chosenValue: string) => {
    (onChoose ?? onChange)(chosenValue);
    close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = isShown ? options[markedIndex] : undefined;
    if (step && !event.altKey) {
      openList();
      if (isShown) setMarked(stepIn(options.length, markedIndex, step));
    } else if (event.key === "Enter" && option) choose(option.value);
    else if (event.key === "Tab" && option) return choose(option.value);
    else if (event.key === "Escape" && isShown) close();
    else return input.onKeyDown?.(event);
    event.preventDefault();
  };
  const onBlur = (event: FocusEvent<HTMLInputElement>) => {
    close();
    onLeave?.(event.currentTarget.value);
    input.onBlur?.(event);
  };
  return (
    <span className="relative block min-w-0">
      <Input
        {...input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={list}
        aria-activedescendant={isShown && markedIndex >= 0 ? `${list}-${markedIndex}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onFocus={(event) => setAtEnd(isAtEnd(event.currentTarget))}
        onBlur={onBlur}
        onClick={openList}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setMarked(-1);
          change({ words: event.currentTarget.value, open: true });
        }}
        onKeyDown={onKeyDown}
      />
      <Options
        {...{ list, label: "Suggestions", options, at: markedIndex, isShown, atEnd }}
        onMark={setMarked}
        onChoose={choose}
      />
      <span role="status" className="sr-only">
        {isShown ? countOf(options.length, "suggestion") : ""}
      </span>
    </span>
  );
}
