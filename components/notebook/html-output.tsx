/**
 * HTML from code, which is as hostile as the code. A pandas table is read for its texts and rendered again; any other
 * HTML is shown in a frame without scripts, without our origin and without a network.
 */
"use client";
import { useMemo } from "react";
import { cn } from "@/components/ui/cn";

const MOST_ROWS = 500;
const MOST_COLUMNS = 100;
/** The frame cannot report its height. */
const LINE_PX = 22;
const [LEAST_PX, MOST_PX] = [96, 480];

type Field = { text: string; head: boolean; span: number };
type TableOf = { rows: Field[][]; more: boolean; note: string };

const isTable = (html: string): boolean => /<table[^>]{0,200}class="[^"]{0,100}dataframe/.test(html);

const toField = (cell: HTMLTableCellElement): Field => ({
  text: cell.textContent?.trim() ?? "",
  head: cell.tagName === "TH",
  span: Math.min(Math.max(cell.colSpan, 1), MOST_COLUMNS),
});

/** Only texts are used: elements from the parser are never put into the page. */
function readTable(html: string): TableOf | null {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const table = parsed.querySelector("table");
  if (!table) return null;
  const all = [...table.rows];
  const rows = all.slice(0, MOST_ROWS).map((row) => [...row.cells].slice(0, MOST_COLUMNS).map(toField));
  return { rows, more: all.length > MOST_ROWS, note: parsed.querySelector("p")?.textContent?.trim() ?? "" };
}

export function HtmlOutput({ html, label }: { html: string; label: string }) {
  const table = useMemo(() => (isTable(html) ? readTable(html) : null), [html]);
  return table ? <DataFrame table={table} label={label} /> : <Framed html={html} label={label} />;
}

function DataFrame({ table: { rows, more, note }, label }: { table: TableOf; label: string }) {
  return (
    <div>
      <div tabIndex={0} role="group" aria-label={label} className="max-h-96 overflow-auto">
        <table className="border-collapse font-mono text-xs tabular-nums">
          <tbody>
            {rows.map((fields, row) => (
              <tr key={row} className="border-b last:border-0 hover:bg-hover">
                {fields.map((field, column) => (
                  <DataField key={column} field={field} first={column === 0} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note || more ? (
        <p className="mt-1 text-xs text-muted">
          {note} {more ? `Only the first ${MOST_ROWS} rows are shown.` : ""}
        </p>
      ) : null}
    </div>
  );
}

function DataField({ field: { text, head, span }, first }: { field: Field; first: boolean }) {
  const Tag = head ? "th" : "td";
  return (
    <Tag
      colSpan={span}
      className={cn(
        "max-w-80 truncate px-2.5 py-1 whitespace-nowrap",
        first ? "text-left" : "text-right",
        head && "font-medium text-muted",
      )}
      title={text.length > 40 ? text : undefined}
    >
      {text}
    </Tag>
  );
}

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:";
const linesOf = (html: string): number => (html.match(/<(tr|p|li|br|div|h[1-6])\b|\n/g) ?? []).length;

function Framed({ html, label }: { html: string; label: string }) {
  const height = Math.min(MOST_PX, Math.max(LEAST_PX, linesOf(html) * LINE_PX));
  const page =
    `<!doctype html><meta http-equiv="content-security-policy" ` +
    `content="${POLICY}"><style>body{margin:0;font:13px/1.5 ` +
    `system-ui,sans-serif;background:#fff;color:#17171a}</style>${html}`;
  return (
    <iframe
      title={label}
      sandbox=""
      referrerPolicy="no-referrer"
      srcDoc={page}
      style={{ height }}
      className="w-full rounded-md border bg-white"
    />
  );
}
