/** The output of a cell: texts, pictures, tables, values, the traceback of an error, and the tools that it called. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { FileDown } from "lucide-react";
import dynamic from "next/dynamic";
import { toSize } from "@/components/parts/display/size";
import { Link } from "@/components/ui/link";
import { cn } from "@/components/ui/cn";
import { Alert } from "@/components/ui/alert";
import { type Output, type Rich, type Run, withoutColors } from "./cells";
import { toDuration } from "./words";

const HtmlOutput = dynamic(() => import("./html-output").then((module) => module.HtmlOutput), { ssr: false });
const JsonView = dynamic(() => import("@/components/parts/display/json-view").then((module) => module.JsonView), {
  ssr: false,
});

const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

type CellOutputProps = { run: Run; label: string; onDownload: (path: string) => void };

export function CellOutput({ run, label, onDownload }: CellOutputProps) {
  const { outputs, calls, end, problem } = run;
  const hasFoot = end !== null && (end.status !== "ok" || end.notes.length > 0 || end.lost || end.reason);
  if (outputs.length === 0 && calls.length === 0 && !problem && !hasFoot && !end?.exit) return null;
  return (
    <div role="group" aria-label={`Output of ${label}`} className="min-w-0 space-y-2 border-t px-3 py-2.5">
      {outputs.map((output, index) => (
        <OutputView key={index} output={output} label={label} onDownload={onDownload} />
      ))}
      {end ? <Rest end={end} onDownload={onDownload} /> : null}
      {problem ? (
        <Alert tone="error" title={problem.message}>
          {problem.fix}
        </Alert>
      ) : null}
      {calls.length > 0 ? <Calls calls={calls} /> : null}
    </div>
  );
}

const PRE =
  "max-h-96 overflow-auto font-mono text-xs leading-5 break-words whitespace-pre-wrap -outline-offset-2 [overflow-wrap:anywhere]";

function OutputView({ output, label, onDownload }: { output: Output } & Omit<CellOutputProps, "run">) {
  if (output.kind === "display") return <RichOutput display={output.display} label={label} onDownload={onDownload} />;
  if (output.kind === "error")
    return (
      <pre
        tabIndex={0}
        role="group"
        aria-label="Traceback"
        className={cn(PRE, "rounded-md bg-red-tint p-2.5 text-ink")}
      >
        {withoutColors(output.traceback) || `${output.name}: ${output.message}`}
      </pre>
    );
  const isError = output.stream === "stderr";
  return (
    <pre
      tabIndex={0}
      role="group"
      aria-label={isError ? "Standard error" : "Text"}
      className={cn(PRE, isError && "border-l-2 border-amber pl-2.5 text-muted")}
    >
      {withoutColors(output.text)}
    </pre>
  );
}

function jsonOf(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

/** The richest form that can be shown safely. */
function RichOutput({ display: { data, files }, label, onDownload }: { display: Rich } & Omit<CellOutputProps, "run">) {
  const picture = PICTURES.find((mime) => data[mime]);
  const json = data["application/json"] ? jsonOf(data["application/json"]) : null;
  const plain = data["text/plain"];
  return (
    <>
      {picture ? (
        <Picture source={`data:${picture};base64,${data[picture]?.replace(/\s/g, "")}`} label={label} />
      ) : data["image/svg+xml"] ? (
        <Picture source={`data:image/svg+xml,${encodeURIComponent(data["image/svg+xml"])}`} label={label} />
      ) : data["text/html"] ? (
        <HtmlOutput html={data["text/html"]} label={`Table or page of ${label}`} />
      ) : json ? (
        <JsonView value={json.value} label="Value" />
      ) : plain ? (
        <pre tabIndex={0} role="group" aria-label="Value" className={PRE}>
          {withoutColors(plain)}
        </pre>
      ) : null}
      {Object.entries(files).map(([mime, path]) => (
        <Whole key={mime} path={path} what={`Too large to show (${mime}).`} onDownload={onDownload} />
      ))}
    </>
  );
}

/**
 * An <img> element runs no scripts, not even in an SVG. The bytes are already here, so Next has nothing to optimize.
 */
const Picture = ({ source, label }: { source: string; label: string }) => (
  <img src={source} alt={`Picture of ${label}`} className="max-h-[32rem] max-w-full rounded-md bg-white" />
);

function Whole({ path, what, onDownload }: { path: string; what: string; onDownload: (path: string) => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
      {what}
      <button
        type="button"
        onClick={() => onDownload(path)}
        className="inline-flex items-center gap-1 rounded-sm text-ink underline underline-offset-4"
      >
        <FileDown aria-hidden className="size-3.5" /> Download all of it
      </button>
    </p>
  );
}

/** Facts that are not in the outputs: truncated output, how the run ended, lost data. */
function Rest({ end, onDownload }: { end: NonNullable<Run["end"]>; onDownload: (path: string) => void }) {
  const { status, reason, lost: loss, notes, exit } = end;
  const cut = (
    [
      ["stdout", "text"],
      ["stderr", "errors"],
      ["result", "value"],
    ] as const
  ).flatMap(([name, word]) => {
    const stream = end[name];
    return stream?.cut ? [{ name, word, ...stream }] : [];
  });
  return (
    <>
      {cut.map(({ name, word, bytes, file }) =>
        file ? (
          <Whole
            key={name}
            path={file}
            what={`Only the start of its ${word} (${toSize(bytes)}).`}
            onDownload={onDownload}
          />
        ) : (
          <p key={name} className="text-xs text-muted">
            Only the start of its {word} ({toSize(bytes)}); the rest did not fit.
          </p>
        ),
      )}
      {exit ? <p className="text-xs text-muted">Exited with code {exit}.</p> : null}
      {status !== "ok" && reason ? <Alert tone="warning" title={reason} /> : null}
      {loss ? (
        <Alert
          tone="warning"
          title={`Lost because ${loss.reason.replace(/\.$/, "")}: ${loss.variables.join(", ") || "all variables"}`}
        >
          Files in /mnt/files are kept. Re-run the cells that define these variables.
        </Alert>
      ) : null}
      {notes.map((note) => (
        <p key={note} className="text-xs text-muted">
          {note}
        </p>
      ))}
    </>
  );
}

function Calls({ calls }: { calls: Run["calls"] }) {
  return (
    <details className="text-xs" open={calls.length <= 5}>
      <summary className="cursor-pointer rounded-sm text-muted">{countOf(calls.length, "tool")} called</summary>
      <ul className="mt-1 max-h-60 space-y-1 overflow-auto">
        {calls.map(({ tool, log_id: id, error }, index) => (
          <li key={index} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className={cn("font-medium", error ? "text-red" : "text-green")}>{error ? "Failed" : "Done"}</span>
            {id ? (
              <Link
                href={`/logs/tools?open=${encodeURIComponent(id)}`}
                className="truncate rounded-sm font-mono underline decoration-line underline-offset-4 hover:decoration-ink"
              >
                {tool}
              </Link>
            ) : (
              <code className="truncate font-mono">{tool}</code>
            )}
            {error ? <span className="min-w-0 text-muted [overflow-wrap:anywhere]">{error.slice(0, 300)}</span> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The duration, and a link to its row in the log. */
export function RunFacts({ run }: { run: Run }) {
  const { state, end } = run;
  if (state === "queued") return <span>Waits</span>;
  if (state === "preparing") return <span role="status">Preparing the sandbox</span>;
  if (state === "running") return <span role="status">Running</span>;
  if (!end) return null;
  return (
    <>
      <span className="tabular-nums">{toDuration(end.ms)}</span>
      <Link
        href={`/logs/tools?open=${encodeURIComponent(end.log_id)}`}
        className="rounded-sm underline decoration-line underline-offset-4 hover:decoration-ink"
      >
        Log
      </Link>
    </>
  );
}
