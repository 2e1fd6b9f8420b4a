/** A document of the installation, rendered from its Markdown. */
import { Fragment, type ReactNode } from "react";
import { CodeBlock } from "@/components/parts/display/code-block";
import type { Language } from "@/components/parts/display/code-tokens";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { GUIDES } from "@/lib/contract/guides";
import { toAnchor, toBlocks, toSpans, toTarget, type Block, type Span } from "./markdown";

const FILES = GUIDES.map(({ file }) => file);
const LANGUAGES: Readonly<Record<string, Language>> = {
  bash: "shell",
  sh: "shell",
  ts: "typescript",
  js: "typescript",
  python: "python",
  py: "python",
  json: "json",
};
const HEADINGS = ["mt-8 text-lg font-semibold", "mt-6 text-base font-semibold", "mt-5 text-sm font-semibold"];
const LINK = "rounded-sm underline underline-offset-4 hover:text-muted";

const toPlain = (text: string): string =>
  toSpans(text)
    .map((span) => span.text)
    .join("");

/** `file` is the document's own path: links of a text are relative to it. */
type Text = { text: string; file: string };

const Words = ({ text, file }: Text): ReactNode =>
  toSpans(text).map((span, index) => (
    <Fragment key={index}>
      <Part span={span} file={file} />
    </Fragment>
  ));

function Part({ span, file }: { span: Span; file: string }): ReactNode {
  if (span.kind === "link") return <Leading text={span.text} href={span.href} file={file} />;
  if (span.kind === "code")
    return <code className="rounded bg-surface px-1 font-mono text-[0.85em] wrap-anywhere">{span.text}</code>;
  if (span.kind === "emphasis") return <em>{span.text}</em>;
  if (span.kind === "strong")
    return (
      <strong className="font-medium">
        <Words text={span.text} file={file} />
      </strong>
    );
  return span.text;
}

/** A link within the documents or to a site; what only the installation's folder has is named without one. */
function Leading({ text, href, file }: Text & { href: string }): ReactNode {
  const target = toTarget(href, file, FILES);
  if (target?.startsWith("/"))
    return (
      <Link href={target} className={LINK}>
        <Words text={text} file={file} />
      </Link>
    );
  if (target)
    return (
      <a href={target} rel="noreferrer" className={LINK}>
        <Words text={text} file={file} />
      </a>
    );
  return <Words text={text} file={file} />;
}

function Drawn({ block, file }: { block: Block; file: string }): ReactNode {
  switch (block.kind) {
    case "heading": {
      const Heading = block.level <= 2 ? "h2" : block.level === 3 ? "h3" : "h4";
      return (
        <Heading id={toAnchor(block.text)} className={`scroll-mt-16 tracking-tight ${HEADINGS[block.level - 2] ?? ""}`}>
          <Words text={block.text} file={file} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p>
          <Words text={block.text} file={file} />
        </p>
      );
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List className={`space-y-1.5 pl-5 ${block.ordered ? "list-decimal" : "list-disc"}`}>
          {block.items.map((item, index) => (
            <li key={index}>
              <Words text={item} file={file} />
            </li>
          ))}
        </List>
      );
    }
    case "code":
      return (
        <CodeBlock
          label={block.language || "Text"}
          language={LANGUAGES[block.language] ?? "text"}
          code={block.text}
          className="my-4"
        />
      );
    case "table":
      return <Table head={block.head} rows={block.rows} file={file} />;
  }
}

type TableProps = { head: readonly string[]; rows: readonly (readonly string[])[]; file: string };

/** A name in the first column stays on one line, because a reader searches for it; a wide table scrolls on a phone. */
const Table = ({ head, rows, file }: TableProps) => (
  <div tabIndex={0} role="group" aria-label="Table" className="overflow-x-auto rounded-lg border">
    <table className={cn("w-full text-left text-sm", head.length > 2 && "min-w-2xl")}>
      {head.some(Boolean) ? (
        <thead className="bg-surface text-xs text-muted">
          <tr>
            {head.map((cell, index) => (
              <th key={index} className="px-3 py-2 font-medium">
                <Words text={cell} file={file} />
              </th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody className="divide-y">
        {rows.map((row, index) => (
          <tr key={index} className="align-top">
            {row.map((cell, n) => (
              <td key={n} className={cn("px-3 py-2", n === 0 && "[&_code]:whitespace-nowrap")}>
                <Words text={cell} file={file} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** `markdown` begins with the title; `file` is its path in `docs/`. */
export function Document({ markdown, file }: { markdown: string; file: string }) {
  const [title, ...blocks] = toBlocks(markdown);
  return (
    <article className="max-w-3xl space-y-4 text-sm leading-6 break-words">
      <h1 className="text-xl font-semibold tracking-tight">{title && "text" in title ? toPlain(title.text) : null}</h1>
      {blocks.map((block, index) => (
        <Drawn key={index} block={block} file={file} />
      ))}
    </article>
  );
}
