/** Does an action to everything that matches a filter, piece by piece. */
import type { Piece } from "./bulk-window";

export type Sum = {
  done: number;
  failed: Piece["failed"];
  /** How many matched when the first piece began. */
  total: number;
  /** Where the next piece goes on; undefined before the first one, null at the end. */
  next: string | null | undefined;
};

export const NOTHING_DONE: Sum = { done: 0, failed: [], total: 0, next: undefined };

/**
 * Goes on from `from` until the end, or until `stopped`. The effect of a failed piece is unknown; the pieces before it
 * count.
 * @param onPiece called with the sum after each piece
 * @throws the error of a piece: calling again with the last sum goes on
 */
export async function runPieces(
  from: Sum,
  runPiece: (after: string | undefined) => Promise<Piece>,
  onPiece: (sum: Sum) => void,
  stopped: () => boolean,
): Promise<void> {
  let sum = from;
  while (sum.next !== null && !stopped()) {
    const piece = await runPiece(sum.next);
    sum = {
      done: sum.done + piece.done,
      failed: [...sum.failed, ...piece.failed],
      total: sum.next === undefined ? piece.total_items : sum.total,
      next: piece.next,
    };
    onPiece(sum);
  }
}
