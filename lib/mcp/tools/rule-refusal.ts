/** A project's approval rules for an MCP server's tools and calls, where nobody can be asked. */
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { ApiError } from "@/lib/kernel/errors";
import { policyOf } from "@/lib/sessions/rules/read-policy";
import { judgeByProject } from "@/lib/sessions/rules/judge-call";

/**
 * The reason why a tool does not run at an MCP server of the project; null for a tool that runs without an approval.
 * Only a session can hold a call until somebody decides, so an MCP server refuses calls that need an approval.
 */
export async function ruleRefusalOf(projectId: string, tool: CatalogTool): Promise<ApiError | null> {
  const judgment = judgeByProject(tool, await policyOf(projectId));
  if (judgment.kind === "runs") return null;
  if (judgment.kind === "denied")
    return new ApiError("Forbidden", `The project does not allow ${tool.slug}: ${judgment.rule}.`, {
      suggestedFix: "Use another tool, or ask an owner or admin of the project to change the rule under Approvals.",
    });
  return new ApiError(
    "Forbidden",
    `${tool.slug} needs an approval, and nobody can be asked at an MCP server: ${judgment.rule}.`,
    {
      suggestedFix:
        "Call it in a session (POST /api/v3/tool_router/session), " +
        "which holds the call until someone has allowed it, " +
        `or ask an owner or admin of the project to set always_allow for ${tool.slug} under Approvals.`,
    },
  );
}

/** Whether the project's rules deny the tool to everybody; such a tool is not offered. */
export async function denialOf(projectId: string): Promise<(tool: CatalogTool) => boolean> {
  const policy = await policyOf(projectId);
  return (tool) => judgeByProject(tool, policy).kind === "denied";
}

/** The project's denials as one text, to detect changes of them. */
export async function denialState(projectId: string): Promise<string> {
  const { rules } = await policyOf(projectId);
  return JSON.stringify([...rules].map(([subject, { rule }]) => [subject, rule]).sort());
}
