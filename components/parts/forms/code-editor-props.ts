/** The props of the code editor, whether its code has loaded or not. */
export type CodeEditorProps = {
  /** Names the editor for screen readers. */
  label: string;
  language: "json" | "python" | "yaml";
  value: string;
  onChange: (text: string) => void;
  /** For JSON and YAML: checks and completes with this JSON schema. It must stay the same object between renders. */
  schema?: Record<string, unknown>;
  /** Lets Tab indent; Escape, then Tab leaves. Without it Tab always leaves. */
  tabIndents?: boolean;
  readOnly?: boolean;
  /** Its height; the editor fills it. */
  className?: string;
};
