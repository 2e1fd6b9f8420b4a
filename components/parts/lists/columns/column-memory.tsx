/** Holds the chosen columns of all lists, from the first byte of a page on. */
"use client";
import { createContext, use, useState, type ReactNode } from "react";
import { COLUMNS_COOKIE, savePreference } from "../../shell/preferences";
import {
  NO_CHOICE,
  readChoices,
  withChoice,
  writeChoices,
  type ColumnChoice,
  type ColumnChoices,
} from "./column-choices";

type Memory = { choices: ColumnChoices; choose: (list: string, choice: ColumnChoice) => void };

const ColumnMemoryContext = createContext<Memory>({ choices: {}, choose: () => undefined });

/** `text`: the cookie, as the server received it. */
export function ColumnMemory({ text, children }: { text: string | undefined; children: ReactNode }) {
  const [choices, setChoices] = useState(() => readChoices(text));
  const choose = (list: string, choice: ColumnChoice) => {
    const next = withChoice(choices, list, choice);
    savePreference(COLUMNS_COOKIE, encodeURIComponent(writeChoices(next)));
    setChoices(next);
  };
  return <ColumnMemoryContext value={{ choices, choose }}>{children}</ColumnMemoryContext>;
}

export function useColumnChoice(list: string): { choice: ColumnChoice; choose: (choice: ColumnChoice) => void } {
  const { choices, choose } = use(ColumnMemoryContext);
  return { choice: choices[list] ?? NO_CHOICE, choose: (choice) => choose(list, choice) };
}
