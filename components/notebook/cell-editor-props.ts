/** The props of a cell's editor, whether its code has loaded or not. */
import type { CellKind } from "./cells";

export type Completion = { word: string; matches: readonly string[] };

export type CellEditorProps = {
  /** Names the editor for screen readers. */
  label: string;
  kind: CellKind;
  value: string;
  onChange: (text: string) => void;
  onFocus: () => void;
  /** Called for Shift+Enter and Ctrl+Enter. */
  onRun: (then: "next" | "stay") => void;
  /** Called for Escape: the keys control the notebook again. */
  onLeave: () => void;
  /** Returns the completions at a position; the editor calls it while the user types. */
  complete: (code: string, position: number) => Promise<Completion>;
  /** Increases if the editor must receive the focus. */
  focused: number;
  readOnly: boolean;
};
