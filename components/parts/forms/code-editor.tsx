/**
 * A code editor loaded on demand. It is a plain text field until the editor's code has loaded, and stays one if loading
 * fails.
 */
"use client";
import { Component, lazy, Suspense, useSyncExternalStore, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Textarea } from "@/components/ui/textarea";
import type { CodeEditorProps } from "./code-editor-props";

/** Monaco cannot load on a server, and the condition keeps its code out of the server's build. */
const MonacoEditor = lazy(() =>
  typeof window === "undefined" ? Promise.reject(new Error("Only a browser loads it.")) : import("./monaco-editor"),
);

const neverChanges = () => () => undefined;

export function CodeEditor(props: CodeEditorProps) {
  // A server that tried to load the editor would report an error in the browser.
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const plain = <PlainEditor {...props} />;
  return (
    <div
      className={cn(
        "h-80 overflow-hidden rounded-lg border border-edge bg-page focus-within:border-signal",
        props.className,
      )}
    >
      <Rescue instead={plain}>
        <Suspense fallback={plain}>{isInBrowser ? <MonacoEditor {...props} /> : plain}</Suspense>
      </Rescue>
    </div>
  );
}

function PlainEditor({ label, value, onChange, readOnly }: CodeEditorProps) {
  return (
    <Textarea
      aria-label={label}
      spellCheck={false}
      autoComplete="off"
      readOnly={readOnly}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      className="h-full resize-none rounded-none border-0 font-mono text-xs leading-5"
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
