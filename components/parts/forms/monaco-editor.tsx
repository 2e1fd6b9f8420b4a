/** The editor itself. Only parts/forms/code-editor loads it. */
"use client";
import { useEffect, useRef } from "react";
import type { CodeEditorProps } from "./code-editor-props";
import { monaco } from "./load-monaco";
import type { editor as api } from "./monaco-set-up";
import { followTheme } from "./monaco-themes";

const { editor, KeyCode, setSchema, Uri } = monaco;

const OPTIONS: api.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontSize: 12,
  lineHeight: 20,
  fontFamily: "var(--font-geist-mono), monospace",
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 8,
  glyphMargin: false,
  folding: true,
  tabSize: 2,
  wordWrap: "on",
  renderLineHighlight: "line",
  overviewRulerLanes: 0,
  stickyScroll: { enabled: false },
  padding: { top: 8, bottom: 8 },
  fixedOverflowWidgets: true,
  scrollbar: { alwaysConsumeMouseWheel: false, useShadows: false },
  quickSuggestions: { strings: true, other: true, comments: false },
  contextmenu: false,
  unicodeHighlight: { ambiguousCharacters: false },
  bracketPairColorization: { enabled: false },
};

let count = 0;

/** Escape gives the Tab key back to the page until the editor receives the focus again. */
function letTabIndent(code: api.IStandaloneCodeEditor): void {
  code.updateOptions({ tabFocusMode: false });
  code.onKeyDown(({ keyCode }) => {
    if (keyCode === KeyCode.Escape) code.updateOptions({ tabFocusMode: true });
  });
  code.onDidFocusEditorText(() => code.updateOptions({ tabFocusMode: false }));
}

/** Links a schema when its code has loaded. Without that code the editor has colors only. */
function linkYaml(model: api.ITextModel, schema: Record<string, unknown>): () => void {
  let isOver = false;
  let unlink = (): void => undefined;
  import("./monaco-yaml").then(
    ({ linkYamlSchema }) => {
      if (!isOver && !model.isDisposed()) unlink = linkYamlSchema(model, schema);
    },
    () => undefined,
  );
  return () => {
    isOver = true;
    unlink();
  };
}

export default function MonacoEditor({
  label,
  language,
  value,
  onChange,
  schema,
  tabIndents = false,
  readOnly = false,
}: CodeEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const code = useRef<api.IStandaloneCodeEditor | null>(null);
  const latest = useRef({ value, onChange });
  // texts sent to the owner: they return as values when the user has already typed more
  const sentTexts = useRef<string[]>([]);
  useEffect(() => {
    latest.current = { value, onChange };
  });

  useEffect(() => {
    if (!box.current) return;
    const model = editor.createModel(
      latest.current.value,
      language,
      Uri.parse(`patchbay://editor/${++count}.${language}`),
    );
    const ariaLabel = tabIndents ? `${label}. Press Escape, then Tab to leave.` : label;
    const instance = editor.create(box.current, { ...OPTIONS, model, ariaLabel, tabFocusMode: true });
    if (tabIndents) letTabIndent(instance);
    const listening = instance.onDidChangeModelContent(() => {
      const text = model.getValue();
      if (text === latest.current.value && sentTexts.current.length === 0) return;
      sentTexts.current.push(text);
      latest.current.onChange(text);
    });
    const stopTheme = followTheme();
    code.current = instance;
    return () => {
      code.current = null;
      stopTheme();
      listening.dispose();
      setSchema(model.uri.toString(), undefined);
      instance.dispose();
      model.dispose();
    };
  }, [label, language, tabIndents]);

  useEffect(() => {
    const model = code.current?.getModel();
    if (!model) return;
    if (language !== "yaml") return setSchema(model.uri.toString(), schema);
    return schema && linkYaml(model, schema);
  }, [schema, label, language, tabIndents]);

  useEffect(() => code.current?.updateOptions({ readOnly }), [readOnly, label, language, tabIndents]);

  useEffect(() => {
    const model = code.current?.getModel();
    const returned = sentTexts.current.lastIndexOf(value);
    sentTexts.current = sentTexts.current.slice(returned + 1);
    if (returned >= 0 || !model || model.getValue() === value) return;
    sentTexts.current = [];
    // as an edit, so that Undo also reverts the form's change
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null);
  }, [value]);

  return <div ref={box} className="h-full" />;
}
