/**
 * The editor of a cell. It is a plain text field until the editor's code has loaded, and stays one if loading fails.
 */
"use client";
import { Component, lazy, Suspense, useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { Textarea } from "@/components/ui/textarea";
import type { CellEditorProps } from "./cell-editor-props";

/** Monaco cannot load on a server, and the condition keeps its code out of the server's build. */
const MonacoCell = lazy(() =>
  typeof window === "undefined" ? Promise.reject(new Error("Only a browser loads it.")) : import("./monaco-cell"),
);

export function CellEditor(props: CellEditorProps) {
  const plain = <PlainCell {...props} />;
  // Text for people needs no code editor.
  if (props.kind === "text") return plain;
  return (
    <Rescue instead={plain}>
      <Suspense fallback={plain}>
        <MonacoCell {...props} />
      </Suspense>
    </Rescue>
  );
}

function PlainCell({ label, kind, value, onChange, onFocus, onRun, onLeave, focused, readOnly }: CellEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focused > 0) field.current?.focus();
  }, [focused]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onLeave();
    else if (event.key === "Enter" && event.shiftKey) onRun("next");
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onRun("stay");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Textarea
      ref={field}
      aria-label={label}
      spellCheck={kind === "text"}
      autoComplete="off"
      readOnly={readOnly}
      rows={1}
      value={value}
      placeholder={kind === "text" ? "Text, which does not run" : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      className={
        kind === "text"
          ? "field-sizing-content min-h-9 resize-none rounded-none border-0 bg-transparent px-3 py-2 text-sm"
          : "field-sizing-content min-h-9 resize-none rounded-none border-0 bg-transparent px-3 py-2 font-mono text-xs leading-5"
      }
    />
  );
}

/** The editor is a large download that can fail, so the typed text lives outside it. */
class Rescue extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
