/** The column of a list in which rows are ticked. */
import { Checkbox } from "@/components/ui/checkbox";
import type { Column } from "./data-table";
import type { Selection } from "./use-selection";

export const selectColumn = <T extends { id: string }>(selection: Selection<T>): Column<T> => ({
  heading: "Select",
  hideHeading: true,
  className: "w-8 pr-0",
  head: (
    <Checkbox
      className="block"
      aria-label="Select all"
      checked={selection.all}
      ref={(box) => {
        if (box) box.indeterminate = selection.chosen.length > 0 && !selection.all;
      }}
      onChange={selection.toggleAll}
    />
  ),
  skeleton: "size-4 pointer-coarse:size-5",
  cell: ({ id }) => (
    <Checkbox
      className="block"
      aria-label={`Select ${id}`}
      checked={selection.has(id)}
      onChange={() => selection.toggle(id)}
    />
  ),
});
