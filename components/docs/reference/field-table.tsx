/** The members of a request or an answer; those of an object are below it, moved to the right. */
import { cn } from "@/components/ui/cn";

type Row = { name: string; depth: number; type: string; isRequired: boolean; about: string };
type FieldTableProps = { title: string; rows: readonly Row[]; note?: string };

const DEPTHS = ["", "ml-4", "ml-8", "ml-12"];

export const FieldTable = ({ title, rows, note }: FieldTableProps) => (
  <section aria-label={title}>
    <h2 className="mt-8 mb-2 text-base font-semibold">{title}</h2>
    {note ? <p className="mb-2 text-muted">{note}</p> : null}
    {rows.length > 0 ? (
      <ul className="divide-y border-y">
        {rows.map(({ name, depth, type, isRequired, about }, index) => (
          <li key={index} className={cn("py-2", DEPTHS[depth])}>
            <p className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-mono text-[0.85em] font-medium wrap-anywhere">{name}</code>
              <span className="min-w-0 text-xs wrap-anywhere text-muted">{type}</span>
              {isRequired ? <span className="text-xs text-amber">required</span> : null}
            </p>
            {about ? <p className="mt-0.5 wrap-anywhere text-muted">{about}</p> : null}
          </li>
        ))}
      </ul>
    ) : null}
  </section>
);
