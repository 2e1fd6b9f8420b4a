/** The leaves of two values in rows: path, first, second. On a phone the values are below their path. */
import { countOf } from "@/lib/contract/count-of";
import { cn } from "@/components/ui/cn";
import { MAX_LEAVES, type Difference } from "./differences";

/** No red and green: nobody knows which of two runs is the right one. */
const LOOK = { same: "", changed: "bg-amber-tint", added: "bg-blue-tint", removed: "bg-blue-tint" } as const;
const WORDS = { same: "same", changed: "changed", added: "only in second run", removed: "only in first run" } as const;

type DifferenceTableProps = {
  title: string;
  /** The subject of the title, for screen readers. */
  of?: string;
  rows: readonly Difference[];
  cut: boolean;
  all: boolean;
};

export function DifferenceTable({ title, of = "of both runs", rows, cut, all }: DifferenceTableProps) {
  const differing = rows.filter(({ kind }) => kind !== "same");
  const visibleRows = all ? rows : differing;
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-base font-semibold">
        {title} <span className="text-sm font-normal text-muted">{toCount(rows.length, differing.length)}</span>
      </h2>
      {visibleRows.length > 0 ? (
        <div className="overflow-hidden rounded-lg border">
          <table className="w-full table-fixed text-left font-mono text-xs">
            <caption className="sr-only">
              {title} {of}
            </caption>
            <thead className="border-b bg-surface font-sans text-muted max-sm:sr-only">
              <tr>
                <th scope="col" className="w-[28%] px-3 py-2 font-medium">
                  Field
                </th>
                <th scope="col" className="px-3 py-2 font-medium">
                  First
                </th>
                <th scope="col" className="px-3 py-2 font-medium">
                  Second
                </th>
              </tr>
            </thead>
            <tbody>
              {visibleRows.map((row) => (
                <Row key={row.path} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {cut ? (
        <p className="mt-2 text-xs text-muted">The first {MAX_LEAVES.toLocaleString("en")} values are compared.</p>
      ) : null}
    </section>
  );
}

function toCount(total: number, differing: number): string {
  if (total === 0) return "nothing stored";
  return differing === 0 ? "the same" : countOf(differing, "difference");
}

function Row({ row: { path, kind, first, second } }: { row: Difference }) {
  return (
    <tr className="border-b align-top last:border-b-0 max-sm:grid max-sm:grid-cols-2">
      <th scope="row" className="px-3 py-2 font-normal wrap-anywhere text-muted max-sm:col-span-2 max-sm:pb-0">
        {path === "" ? "value" : path}
        {kind === "same" ? null : <span className="sr-only"> ({WORDS[kind]})</span>}
      </th>
      <td className={cn("px-3 py-2 break-words whitespace-pre-wrap", first !== undefined && LOOK[kind])}>
        {first ?? <Absent />}
      </td>
      <td className={cn("px-3 py-2 break-words whitespace-pre-wrap", second !== undefined && LOOK[kind])}>
        {second ?? <Absent />}
      </td>
    </tr>
  );
}

const Absent = () => (
  <span className="text-muted">
    –<span className="sr-only"> absent</span>
  </span>
);
