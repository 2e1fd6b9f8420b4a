/** What a rule is for: the name of a tool or a toolkit, with its logo and its slug. */
"use client";
import { isToolSlug, toToolName } from "@/components/parts/display/to-tool-name";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { useToolkitNames, useToolkitOf } from "@/components/parts/display/toolkit-name";

/** The name of what a rule is for, null if it is not known, and its toolkit. */
export function useRuleSubject(subject: string): { name: string | null; toolkit: string } {
  const toolkitOfTool = useToolkitOf()(subject);
  const nameOf = useToolkitNames();
  if (isToolSlug(subject)) return { name: toToolName(subject, toolkitOfTool), toolkit: toolkitOfTool };
  return { name: `All tools of ${nameOf(subject)}`, toolkit: subject };
}

export function RuleSubject({ subject }: { subject: string }) {
  const { name, toolkit } = useRuleSubject(subject);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <ToolkitLogo slug={toolkit} />
      <span className="min-w-0">
        {name === null ? null : <span className="block truncate">{name}</span>}
        <span className="block truncate font-mono text-xs text-muted" title={subject}>
          {subject}
        </span>
      </span>
    </span>
  );
}
