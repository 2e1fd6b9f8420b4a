/** A table of rows of the same kind. A narrow screen hides the columns marked `wide`. */
"use client";
import type { MouseEvent, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableCell, TableHeading, TableRow } from "@/components/ui/table";

export type Column<T> = {
  heading: string;
  /** Only screen readers receive the heading; for columns whose cells need no heading. */
  hideHeading?: boolean;
  /** Shown in the place of the heading: a control for all rows. */
  head?: ReactNode;
  cell: (row: T) => ReactNode;
  /** Hidden under this width. */
  wide?: "md" | "lg";
  className?: string;
  /** The size of the cell's placeholder while the rows load. By default the first column is wider than the others. */
  skeleton?: string;
};

/**
 * From `lg` on, the sidebar shows its names and takes the width of a column, so columns marked `lg` appear only from
 * `xl` on.
 */
const HIDDEN = { md: "max-md:hidden", lg: "max-xl:hidden" } as const;
const look = (column: Pick<Column<never>, "wide" | "className">) =>
  cn(column.wide && HIDDEN[column.wide], column.className);

type DataTableProps<T> = {
  /** The name of the rows, for screen readers. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** A click anywhere in the row; the first cell must hold a button or link that does the same for the keyboard. */
  onOpen?: (row: T) => void;
};

const onControl = (event: MouseEvent) =>
  event.target instanceof Element && event.target.closest("button, a, input, time") !== null;

export function DataTable<T>({ caption, columns, rows, rowKey, onOpen }: DataTableProps<T>) {
  return (
    <Table>
      <caption className="sr-only">{caption}</caption>
      <Head columns={columns} />
      <tbody>
        {rows.map((row) => (
          <TableRow
            key={rowKey(row)}
            onClick={onOpen && ((event) => !onControl(event) && onOpen(row))}
            className={cn(onOpen && "cursor-pointer hover:bg-hover")}
          >
            {columns.map((column) => (
              <TableCell key={column.heading} className={look(column)}>
                {column.cell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

function Head<T>({ columns }: { columns: readonly Column<T>[] }) {
  return (
    <thead className="border-b bg-surface">
      <tr>
        {columns.map((column) => (
          <TableHeading key={column.heading} className={look(column)}>
            {column.head ?? (column.hideHeading ? <span className="sr-only">{column.heading}</span> : column.heading)}
          </TableHeading>
        ))}
      </tr>
    </thead>
  );
}

/** The table's placeholder while its rows load. */
export function TableSkeleton<T>({ columns, rows = 6 }: { columns: readonly Column<T>[]; rows?: number }) {
  return (
    <Table aria-hidden>
      <Head columns={columns} />
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <TableRow key={row}>
            {columns.map((column, index) => (
              <TableCell key={column.heading} className={look(column)}>
                <Skeleton className={column.skeleton ?? (index === 0 ? "w-40 max-w-full" : "w-20 max-w-full")} />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
