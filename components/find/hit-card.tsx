/** A matching tool: its name and purpose, whether it can be called now, and why it was found. */
import { FlaskConical } from "lucide-react";
import { ToolHints } from "@/components/catalog/tool-hints";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { toPlainWords } from "@/components/schema-form/plain-words";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { cn } from "@/components/ui/cn";
import { Connection } from "./connection";
import { WEAK } from "./find-words";
import { type FoundApp, type FoundTool, toolHref, tryHref } from "./found";
import { WhyThis } from "./why-this";

export type HitProps = { tool: FoundTool; app: FoundApp | undefined; user: string };

export function HitCard({ tool, app, user }: HitProps) {
  const isWeak = tool.fit === "low";
  return (
    <li className={cn("flex min-w-0 flex-col rounded-lg border p-4", isWeak && "border-dashed")}>
      <div className="flex items-start gap-3">
        <ToolkitLogo slug={tool.toolkit.slug} className="size-8 rounded-lg" />
        <div className="min-w-0 flex-1">
          <h3 className="text-base font-medium">
            <Link href={toolHref(tool.slug)} data-hit className="block rounded-sm break-words hover:underline">
              {tool.name}
            </Link>
          </h3>
          <p className="truncate text-xs text-muted">{tool.toolkit.name}</p>
        </div>
      </div>
      <CopyableId id={tool.slug} what="tool slug" className="mt-2" />
      <p className="mt-1 line-clamp-3 text-sm text-muted">{toPlainWords(tool.description) || "No description."}</p>
      <p className="mt-2 flex flex-wrap gap-1">
        {isWeak ? <Badge title={WEAK.title}>{WEAK.word}</Badge> : null}
        <ToolHints tags={tool.tags} />
        {tool.deprecated ? <Badge tone="amber">Deprecated</Badge> : null}
      </p>
      <div className="mt-auto flex items-center justify-between gap-2 pt-3">
        <Connection app={app} user={user} />
        <Button asChild variant="outline">
          <Link href={tryHref(tool.slug, user)} aria-label={`Try ${tool.name}`}>
            <FlaskConical aria-hidden /> Try it
          </Link>
        </Button>
      </div>
      <WhyThis tool={tool} />
    </li>
  );
}
