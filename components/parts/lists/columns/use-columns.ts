/** The columns of a list as a person chose them. */
"use client";
import type { Column, Sizing } from "../data-table";
import { useColumnChoice } from "./column-memory";

export type ColumnSwitch = { heading: string; isShown: boolean; toggle: () => void };

export type ChosenColumns<T> = {
  columns: Column<T>[];
  sizing: Sizing;
  /** The columns that can be visibility or hidden. */
  switches: ColumnSwitch[];
  /** Absent while the list is as it came. */
  reset?: () => void;
};

const without = <V>(record: Readonly<Record<string, V>>, heading: string): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== heading));

/**
 * `list` names the list in the browser's memory. The first column with a heading opens the row, so it always stays, and
 * so do columns without a visible heading.
 */
export function useColumns<T>(list: string, columns: readonly Column<T>[]): ChosenColumns<T> {
  const { choice, choose } = useColumnChoice(list);
  const { visibility, widths } = choice;
  const main = columns.find(({ hideHeading }) => !hideHeading);
  const isFixed = (column: Column<T>): boolean => column === main || column.hideHeading === true;
  const isShown = (column: Column<T>): boolean =>
    isFixed(column) || (visibility[column.heading] ?? column.isExtra !== true);
  const toggle = (column: Column<T>) =>
    choose({ visibility: { ...without(visibility, column.heading), [column.heading]: !isShown(column) }, widths });
  const isChanged = Object.keys(visibility).length + Object.keys(widths).length > 0;
  return {
    columns: columns.filter(isShown),
    sizing: {
      widths,
      onResize: (heading, width) => {
        const others = without(widths, heading);
        choose({ visibility, widths: width === null ? others : { ...others, [heading]: width } });
      },
    },
    switches: columns
      .filter((column) => !isFixed(column))
      .map((column) => ({ heading: column.heading, isShown: isShown(column), toggle: () => toggle(column) })),
    ...(isChanged && { reset: () => choose({ visibility: {}, widths: {} }) }),
  };
}
