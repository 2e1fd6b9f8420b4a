/** Chooses users by their IDs: those with connections are suggested, and any ID can be typed. */
"use client";
import type { ClipboardEvent } from "react";
import { useCombobox } from "@/components/parts/forms/combobox";
import { PickField } from "@/components/parts/forms/pick-field";
import { useFoundUsers } from "./use-found";
import { withTyped, type ToTyped } from "./with-typed";

const asTyped: ToTyped = (text) => text || null;

type UsersFieldProps = {
  value: readonly string[];
  onChange: (ids: string[]) => void;
  label: string;
  most: number;
  error?: string | undefined;
};

export function UsersField({ value, onChange, label, most, error }: UsersFieldProps) {
  const state = useCombobox();
  const options = useFoundUsers({ text: state.text, enabled: state.open });
  /** A list that is pasted has an ID on each line. */
  const paste = (event: ClipboardEvent) => {
    const ids = event.clipboardData
      .getData("text")
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
    if (ids.length < 2) return;
    event.preventDefault();
    onChange([...new Set([...value, ...ids])].slice(0, most));
  };
  return (
    <div onPaste={paste}>
      <PickField
        {...{ state, value, onChange, label, most, error }}
        placeholder="All users"
        more="Add a user"
        options={withTyped(options, state.text, asTyped)}
        toTyped={asTyped}
        chip={(id) => <span className="max-w-60 truncate">{id}</span>}
        className="w-full"
      />
    </div>
  );
}
