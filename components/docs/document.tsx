/** A guide, drawn from the tree of its Markdown. */
import { Fragment, type ReactNode } from "react";
import type { Language } from "@/components/parts/display/code-tokens";
import { cn } from "@/components/ui/cn";
import { FadedBox } from "@/components/ui/faded-box";
import { GUIDES } from "@/lib/contract/guides";
import { toPlainText, type GuideNode, type GuideNodeOf, type GuideText } from "@/lib/contract/markdown/guide-text";
import { groupTabs, type LanguageTab, type TabGroup } from "@/lib/contract/markdown/group-tabs";
import { DocsCode } from "./docs-code";
import { type DocsTab, LanguageTabs } from "./language-tabs";
import { toTarget } from "./to-target";

const FILES = GUIDES.map(({ file }) => file);
const LANGUAGES: Readonly<Record<string, Language>> = {
  bash: "shell",
  sh: "shell",
  ts: "typescript",
  tsx: "typescript",
  js: "typescript",
  python: "python",
  py: "python",
  json: "json",
};
/** What a reader sees above a block of code. */
const LABELS: Readonly<Record<string, string>> = {
  bash: "Terminal",
  sh: "Terminal",
  ts: "TypeScript",
  tsx: "TypeScript",
  js: "JavaScript",
  python: "Python",
  py: "Python",
  json: "JSON",
  toml: "TOML",
  yaml: "YAML",
};
const HEADINGS = ["mt-8 text-lg font-semibold", "mt-6 text-base font-semibold", "mt-5 text-sm font-semibold"];
const LINK = "rounded-sm underline underline-offset-4 hover:text-muted";

/** `file` is the guide's own path: links of a text are relative to it. `anchors` are those of its headings. */
type Place = { file: string; anchors: ReadonlyMap<GuideNode, string> };
type Drawing<T> = { node: T; place: Place };

const Children = ({ node, place }: Drawing<Extract<GuideNode, { children: unknown }>>): ReactNode =>
  node.children.map((child, index) => (
    <Fragment key={index}>
      <Drawn node={child} place={place} />
    </Fragment>
  ));

/** A node that guides do not use is shown as plain text. */
function Drawn({ node, place }: Drawing<GuideNode>): ReactNode {
  switch (node.type) {
    case "text":
      return node.value;
    case "inlineCode":
      return <code className="rounded bg-surface px-0.5 font-mono text-[0.85em] wrap-anywhere">{node.value}</code>;
    case "emphasis":
      return (
        <em>
          <Children node={node} place={place} />
        </em>
      );
    case "strong":
      return (
        <strong className="font-medium">
          <Children node={node} place={place} />
        </strong>
      );
    case "link":
      return (
        <Leading href={node.url} file={place.file}>
          <Children node={node} place={place} />
        </Leading>
      );
    case "break":
      return <br />;
    case "paragraph":
      return (
        <p>
          <Children node={node} place={place} />
        </p>
      );
    case "heading":
      return <Title node={node} place={place} />;
    case "list":
      return <Items node={node} place={place} />;
    case "blockquote":
      return (
        <blockquote className="border-l-2 pl-4 text-muted">
          <Children node={node} place={place} />
        </blockquote>
      );
    case "thematicBreak":
      return <hr />;
    case "html":
      // only comments, for the script that draws a picture between them
      return null;
    case "code":
      return <Program node={node} />;
    case "table":
      return <Table node={node} place={place} />;
    default:
      return toPlainText(node);
  }
}

/** A link within the guides or to a site; what only the installation's folder has is named without one. */
function Leading({ href, file, children }: { href: string; file: string; children: ReactNode }): ReactNode {
  const target = toTarget(href, file, FILES);
  if (target?.startsWith("/"))
    return (
      <a href={target} className={LINK}>
        {children}
      </a>
    );
  if (target)
    return (
      <a href={target} rel="noreferrer" className={LINK}>
        {children}
      </a>
    );
  return children;
}

/** The sign behind a heading is its address, for readers who send it to others. */
function Title({ node, place }: Drawing<GuideNodeOf<"heading">>) {
  const anchor = place.anchors.get(node);
  return (
    <Heading depth={node.depth} id={anchor} className="group scroll-mt-16">
      <Children node={node} place={place} />
      <a
        href={`#${anchor}`}
        aria-label={`Link to ${toPlainText(node)}`}
        className="ml-2 rounded-sm text-muted opacity-0 group-hover:opacity-100 focus:opacity-100 pointer-coarse:opacity-100"
      >
        #
      </a>
    </Heading>
  );
}

type HeadingProps = { depth: number; id?: string | undefined; className: string; children: ReactNode };

function Heading({ depth, className, ...rest }: HeadingProps) {
  const Tag = depth <= 2 ? "h2" : depth === 3 ? "h3" : "h4";
  return <Tag className={cn("tracking-tight", HEADINGS[depth - 2], className)} {...rest} />;
}

/** A list whose items are single paragraphs stays dense. */
function Items({ node, place }: Drawing<GuideNodeOf<"list">>) {
  const Tag = node.ordered ? "ol" : "ul";
  return (
    <Tag className={cn("space-y-1.5 pl-5", node.ordered ? "list-decimal" : "list-disc")}>
      {node.children.map((item, index) => (
        <li key={index} className="space-y-1.5">
          {item.children.map((child, n) =>
            child.type === "paragraph" && !node.spread ? (
              <Children key={n} node={child} place={place} />
            ) : (
              <Drawn key={n} node={child} place={place} />
            ),
          )}
        </li>
      ))}
    </Tag>
  );
}

const Program = ({ node }: { node: GuideNodeOf<"code"> }) => (
  <DocsCode
    label={LABELS[node.lang ?? ""] ?? (node.lang || "Text")}
    language={LANGUAGES[node.lang ?? ""] ?? "text"}
    code={node.value}
    className="my-4"
  />
);

/** A name in the first column stays on one line, because a reader searches for it; a wide table scrolls on a phone. */
function Table({ node, place }: Drawing<GuideNodeOf<"table">>) {
  const [head, ...rows] = node.children;
  const cells = head?.children ?? [];
  return (
    <FadedBox aria-label="Table" className="rounded-lg border">
      <table className={cn("w-full text-left text-sm", cells.length > 2 && "min-w-2xl")}>
        {cells.some((cell) => toPlainText(cell)) ? (
          <thead className="bg-surface text-xs text-muted">
            <tr>
              {cells.map((cell, index) => (
                <th key={index} className="px-3 py-2 font-medium">
                  <Children node={cell} place={place} />
                </th>
              ))}
            </tr>
          </thead>
        ) : null}
        <tbody className="divide-y">
          {rows.map((row, index) => (
            <tr key={index} className="align-top">
              {row.children.map((cell, n) => (
                <td key={n} className={cn("px-3 py-2", n === 0 && "[&_code]:whitespace-nowrap")}>
                  <Children node={cell} place={place} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </FadedBox>
  );
}

/** The tab has the language's name and the section's address, so that its heading is needed without a script only. */
function toDocsTab({ name, heading, blocks }: LanguageTab, place: Place): DocsTab {
  const line = blocks[0]?.position?.start.line ?? 0;
  return {
    name,
    id: (heading && place.anchors.get(heading)) ?? `line-${line}`,
    content: (
      <>
        {heading ? (
          <Heading depth={heading.depth} className="not-print:in-data-scripted:hidden">
            {name}
          </Heading>
        ) : null}
        <Parts parts={blocks} place={place} />
      </>
    ),
  };
}

const Parts = ({ parts, place }: { parts: readonly (GuideNode | TabGroup)[]; place: Place }): ReactNode =>
  parts.map((part, index) =>
    part.type === "tabs" ? (
      <LanguageTabs key={index} tabs={part.tabs.map((tab) => toDocsTab(tab, place))} />
    ) : (
      <Drawn key={index} node={part} place={place} />
    ),
  );

/** `file` is the path of the guide in `docs/`. */
export function Document({ text: { title, headings, blocks }, file }: { text: GuideText; file: string }) {
  const titles = blocks.filter(({ type }) => type === "heading");
  const anchors = new Map<GuideNode, string>(titles.map((node, index) => [node, headings[index]?.anchor ?? ""]));
  return (
    <article className="min-w-0 space-y-4 text-sm leading-6 break-words">
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      <Parts parts={groupTabs(blocks)} place={{ file, anchors }} />
    </article>
  );
}
