/** A list of objects as a table that scrolls inside; the first rows are enough to look at. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Table, TableCell, TableHeading, TableRow } from "@/components/ui/table";
import { toCell, type ResultTable } from "./result-rows";

const FIRST_ROWS = 50;

export function ResultTableView({ table: { path, columns, rows } }: { table: ResultTable }) {
  const [all, setAll] = useState(false);
  const visibleRows = all ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <div className="rounded-lg border">
      <div
        tabIndex={0}
        role="group"
        aria-label="Response as a table"
        className="max-h-96 overflow-auto -outline-offset-2"
      >
        <Table>
          <caption className="sr-only">{path || "The response"}</caption>
          <thead className="sticky top-0 border-b bg-surface">
            <tr>
              {columns.map((name) => (
                <TableHeading key={name} className="font-mono">
                  {name}
                </TableHeading>
              ))}
            </tr>
          </thead>
          <tbody>
            {visibleRows.map((row, index) => (
              <TableRow key={index}>
                {columns.map((name) => (
                  <TableCell key={name} className="h-8 max-w-64">
                    <span className="block truncate font-mono text-xs" title={toCell(row[name])}>
                      {toCell(row[name])}
                    </span>
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
      <p className="flex items-center gap-3 border-t px-3 py-2 text-xs text-muted">
        {path ? <code className="font-mono">{path}</code> : null} {countOf(rows.length, "row")}
        {visibleRows.length < rows.length ? (
          <Button variant="ghost" className="h-6" onClick={() => setAll(true)}>
            Show all
          </Button>
        ) : null}
      </p>
    </div>
  );
}
