/** A table of rows of the same kind. Columns marked `wide` are hidden where the list has no room for them. */
"use client";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { CSSProperties, MouseEvent, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableCell, TableHeading, TableRow } from "@/components/ui/table";
import { ColumnEdge } from "./columns/column-edge";

export type Column<T> = {
  heading: string;
  /** Only screen readers receive the heading; for columns whose cells need no heading. */
  hideHeading?: boolean;
  /** Shown in the place of the heading: a control for all rows. */
  head?: ReactNode;
  cell: (row: T) => ReactNode;
  /** Hidden in a list under this width. */
  wide?: "md" | "lg";
  className?: string;
  /** The size of the cell's placeholder while the rows load. By default the first column is wider than the others. */
  skeleton?: string;
  /** Hidden until a person chooses the column. */
  isExtra?: boolean;
  /** Whether a press on the heading turns the order of the list around, which is an order by this column. */
  isSorted?: boolean;
};

/** The order of the list, by its column with `isSorted`. */
export type Sorting = { direction: "ascending" | "descending"; onTurn: () => void };

/** Widths of columns in pixels by their headings. */
export type Sizing = {
  widths: Readonly<Record<string, number>>;
  onResize: (heading: string, width: number | null) => void;
};

/** The width of the list counts, not that of the window: a list next to a panel is narrow. */
const HIDDEN = { md: "@max-[40rem]:hidden", lg: "@max-[58rem]:hidden" } as const;
/** The content of a column with a chosen width fills it. A narrow list has no room for chosen widths. */
const SIZED =
  "@[58rem]:w-(--width) @[58rem]:max-w-(--width) @[58rem]:min-w-(--width) @[58rem]:overflow-hidden " +
  "@[58rem]:[&_.truncate]:max-w-full";

const look = (column: Pick<Column<never>, "heading" | "wide" | "className">, sizing?: Sizing) =>
  cn(column.wide && HIDDEN[column.wide], column.className, sizing?.widths[column.heading] && SIZED);

function sizeOf({ heading }: { heading: string }, sizing?: Sizing): CSSProperties | undefined {
  const width = sizing?.widths[heading];
  return width === undefined ? undefined : ({ "--width": `${width}px` } as CSSProperties);
}

type DataTableProps<T> = {
  /** The name of the rows, for screen readers. */
  caption: string;
  columns: readonly Column<T>[];
  /** Absent for a list whose columns keep their widths. */
  sizing?: Sizing;
  /** Absent for a list with one order. */
  sorting?: Sorting;
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** A click anywhere in the row; the first cell must hold a button or link that does the same for the keyboard. */
  onOpen?: (row: T) => void;
  /** The key of the row whose details are shown. */
  openKey?: string | null;
};

const onControl = (event: MouseEvent) =>
  event.target instanceof Element && event.target.closest("button, a, input, time") !== null;

export function DataTable<T>(props: DataTableProps<T>) {
  const { caption, columns, sizing, sorting, rows, rowKey, onOpen, openKey } = props;
  return (
    <div className="@container">
      <Table>
        <caption className="sr-only">{caption}</caption>
        <Head columns={columns} sizing={sizing} sorting={sorting} />
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={rowKey(row)}
              data-row={rowKey(row)}
              aria-current={rowKey(row) === openKey || undefined}
              onClick={onOpen && ((event) => !onControl(event) && onOpen(row))}
              className={cn(onOpen && "cursor-pointer hover:bg-hover", rowKey(row) === openKey && "bg-hover")}
            >
              {columns.map((column) => (
                <TableCell key={column.heading} className={look(column, sizing)} style={sizeOf(column, sizing)}>
                  {column.cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

type HeadProps<T> = { columns: readonly Column<T>[]; sizing: Sizing | undefined; sorting: Sorting | undefined };

function Head<T>({ columns, sizing, sorting }: HeadProps<T>) {
  return (
    <thead className="group/head border-b bg-surface">
      <tr>
        {columns.map((column) => (
          <TableHeading
            key={column.heading}
            aria-sort={column.isSorted ? sorting?.direction : undefined}
            className={cn(look(column, sizing), sizing && "relative")}
            style={sizeOf(column, sizing)}
          >
            {column.head ?? <Heading column={column} sorting={sorting} />}
            {sizing && !column.hideHeading ? (
              <ColumnEdge
                heading={column.heading}
                width={sizing.widths[column.heading]}
                onResize={(width) => sizing.onResize(column.heading, width)}
              />
            ) : null}
          </TableHeading>
        ))}
      </tr>
    </thead>
  );
}

type HeadingProps = {
  column: Pick<Column<never>, "heading" | "hideHeading" | "isSorted">;
  sorting: Sorting | undefined;
};

function Heading({ column: { heading, hideHeading, isSorted }, sorting }: HeadingProps) {
  if (hideHeading) return <span className="sr-only">{heading}</span>;
  if (!sorting || !isSorted) return heading;
  const Arrow = sorting.direction === "descending" ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      title="Reverse the order"
      onClick={sorting.onTurn}
      className="inline-flex items-center gap-1 rounded-sm hover:text-ink"
    >
      {heading} <Arrow aria-hidden className="size-3.5" />
    </button>
  );
}

type TableSkeletonProps<T> = Pick<DataTableProps<T>, "columns" | "sizing" | "sorting"> & { rows?: number };

/** The table's placeholder while its rows load. */
export function TableSkeleton<T>({ columns, sizing, sorting, rows = 6 }: TableSkeletonProps<T>) {
  return (
    <div className="@container" aria-hidden inert>
      <Table>
        <Head columns={columns} sizing={sizing} sorting={sorting} />
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <TableRow key={row}>
              {columns.map((column, index) => (
                <TableCell key={column.heading} className={look(column, sizing)} style={sizeOf(column, sizing)}>
                  <Skeleton className={column.skeleton ?? (index === 0 ? "w-40 max-w-full" : "w-20 max-w-full")} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
