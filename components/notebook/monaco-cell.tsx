/** The editor of a cell itself, as high as its code. Only cell-editor loads it. */
"use client";
import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { monaco } from "@/components/parts/forms/load-monaco";
import type { editor as api } from "@/components/parts/forms/monaco-set-up";
import { followTheme } from "@/components/parts/forms/monaco-themes";
import type { CellEditorProps, Completion } from "./cell-editor-props";

const { editor, KeyCode, KeyMod, languages, Uri } = monaco;

const OPTIONS: api.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontSize: 12,
  lineHeight: 20,
  fontFamily: "var(--font-geist-mono), monospace",
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  lineNumbers: "off",
  lineDecorationsWidth: 12,
  lineNumbersMinChars: 0,
  glyphMargin: false,
  folding: false,
  tabSize: 4,
  wordWrap: "on",
  renderLineHighlight: "none",
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  stickyScroll: { enabled: false },
  padding: { top: 8, bottom: 8 },
  fixedOverflowWidgets: true,
  scrollbar: { alwaysConsumeMouseWheel: false, useShadows: false, vertical: "hidden" },
  contextmenu: false,
  unicodeHighlight: { ambiguousCharacters: false },
  bracketPairColorization: { enabled: false },
  wordBasedSuggestions: "off",
};
const MOST_HEIGHT = 640;
const LANGUAGES = { python: "python", bash: "shell", text: "plaintext" } as const;

let count = 0;
/** The completion function of each open cell, by its model's URI. */
const completers = new Map<string, (code: string, position: number) => Promise<Completion>>();
let registered = false;

/** One provider for all cells: the editor's languages have one global list of providers. */
function registerCompletion(): void {
  if (registered) return;
  registered = true;
  languages.registerCompletionItemProvider("python", {
    triggerCharacters: ["."],
    provideCompletionItems: async (model, position) => {
      const complete = completers.get(model.uri.toString());
      if (!complete) return { suggestions: [] };
      const { word, matches } = await complete(model.getValue(), model.getOffsetAt(position));
      const range = {
        startLineNumber: position.lineNumber,
        endLineNumber: position.lineNumber,
        startColumn: Math.max(1, position.column - word.length),
        endColumn: position.column,
      };
      const kind = languages.CompletionItemKind.Variable;
      return { suggestions: matches.map((text) => ({ label: text, insertText: text, kind, range })) };
    },
  });
}

type Handlers = Pick<CellEditorProps, "onChange" | "onFocus" | "onRun" | "onLeave" | "complete">;

/** The notebook's keys inside the editor; Escape first closes the editor's own popups. */
function addKeys(code: api.IStandaloneCodeEditor, latest: { current: Handlers }): void {
  const free = "!suggestWidgetVisible && !findWidgetVisible && !parameterHintsVisible";
  const add = (id: string, keybindings: number[], run: () => void, when?: string) =>
    code.addAction({ id, label: id, keybindings, run, ...(when && { keybindingContext: when }) });
  add("run and go on", [KeyMod.Shift | KeyCode.Enter], () => latest.current.onRun("next"));
  add("run and stay", [KeyMod.CtrlCmd | KeyCode.Enter], () => latest.current.onRun("stay"));
  add("leave the cell", [KeyCode.Escape], () => latest.current.onLeave(), free);
}

/** As high as its text, up to a limit; longer text scrolls. */
function followHeight(code: api.IStandaloneCodeEditor, box: HTMLElement): void {
  const fit = () => {
    box.style.height = `${Math.min(MOST_HEIGHT, code.getContentHeight())}px`;
    code.updateOptions({
      scrollbar: { vertical: code.getContentHeight() > MOST_HEIGHT ? "auto" : "hidden" },
    });
  };
  code.onDidContentSizeChange(({ contentHeightChanged }) => contentHeightChanged && fit());
  fit();
}

export default function MonacoCell({ label, kind, value, focused, readOnly, ...handlers }: CellEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const code = useRef<api.IStandaloneCodeEditor | null>(null);
  const latest = useRef({ ...handlers, value, focused });
  useEffect(() => {
    latest.current = { ...handlers, value, focused };
  });

  useEffect(() => {
    if (!box.current) return;
    registerCompletion();
    const uri = Uri.parse(`patchbay://cell/${++count}`);
    const model = editor.createModel(latest.current.value, LANGUAGES[kind], uri);
    completers.set(uri.toString(), (text, position) => latest.current.complete(text, position));
    const instance = editor.create(box.current, { ...OPTIONS, model });
    addKeys(instance, latest);
    followHeight(instance, box.current);
    instance.onDidFocusEditorText(() => latest.current.onFocus());
    const listening = instance.onDidChangeModelContent(() => {
      const text = model.getValue();
      // At once: a key that runs the cell can follow before React would render on its own schedule.
      if (text !== latest.current.value) flushSync(() => latest.current.onChange(text));
    });
    const stopTheme = followTheme();
    code.current = instance;
    if (latest.current.focused > 0) instance.focus();
    return () => {
      code.current = null;
      completers.delete(uri.toString());
      stopTheme();
      listening.dispose();
      instance.dispose();
      model.dispose();
    };
  }, [kind]);

  useEffect(
    () => code.current?.updateOptions({ readOnly, ariaLabel: `${label}. Press Escape, then Tab to leave.` }),
    [readOnly, label, kind],
  );
  useEffect(() => {
    if (focused > 0) code.current?.focus();
  }, [focused]);
  useEffect(() => {
    const model = code.current?.getModel();
    if (model && model.getValue() !== value)
      model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null);
  }, [value]);

  return <div ref={box} className="min-h-9" />;
}
