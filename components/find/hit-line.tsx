/** A tool related to the best match: a prerequisite or a similar tool. */
import { FlaskConical } from "lucide-react";
import { CopyButton } from "@/components/parts/display/copy-button";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { Connection } from "./connection";
import { RELATION, WEAK } from "./find-words";
import { toolHref, tryHref } from "./found";
import type { HitProps } from "./hit-card";
import { WhyThis } from "./why-this";

export function HitLine({ tool, app, user }: HitProps) {
  // A tool that the first one needs is there for its answer, not for its words.
  const isWeak = tool.fit === "low" && tool.relation !== "prerequisite";
  const relation = isWeak ? WEAK : tool.relation && RELATION[tool.relation];
  return (
    <li className={cn("rounded-lg border px-3 py-2", isWeak && "border-dashed")}>
      <div className="flex items-center gap-3">
        <ToolkitLogo slug={tool.toolkit.slug} />
        <div className="min-w-0 flex-1">
          <Link href={toolHref(tool.slug)} data-hit className="block truncate rounded-sm text-sm hover:underline">
            {tool.name}
          </Link>
          <span className="flex min-w-0 items-center gap-1">
            <code className="truncate font-mono text-xs text-muted" title={tool.slug}>
              {tool.slug}
            </code>
            <CopyButton text={tool.slug} what={`tool slug ${tool.slug}`} />
          </span>
        </div>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <span className="flex gap-1">
            {tool.deprecated ? (
              <Badge tone="amber" className="max-sm:hidden">
                Deprecated
              </Badge>
            ) : null}
            {relation ? <Badge title={relation.title}>{relation.word}</Badge> : null}
          </span>
          <Connection app={app} user={user} />
        </span>
        <Button asChild variant="ghost" size="icon">
          <Link href={tryHref(tool.slug, user)} aria-label={`Try ${tool.name}`} title="Try it">
            <FlaskConical aria-hidden />
          </Link>
        </Button>
      </div>
      {tool.why.matched.length + tool.why.boosts.length > 0 ? <WhyThis tool={tool} /> : null}
    </li>
  );
}
