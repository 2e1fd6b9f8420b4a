/** What the editor of a cell takes, whether its code is there or not. */
import type { CellKind } from "./cells";

export type Completion = { word: string; matches: readonly string[] };

export type CellEditorProps = {
  /** Names the editor for screen readers. */
  label: string;
  kind: CellKind;
  value: string;
  onChange: (text: string) => void;
  onFocus: () => void;
  /** Shift and Enter, or Ctrl and Enter. */
  onRun: (then: "next" | "stay") => void;
  /** Escape: the keys are for the notebook again. */
  onLeave: () => void;
  /** What may stand at a place; asked by the editor while somebody types. */
  complete: (code: string, position: number) => Promise<Completion>;
  /** Goes up when the editor shall take the focus. */
  focused: number;
  readOnly: boolean;
};
