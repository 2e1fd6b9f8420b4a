/** The auth scheme of an account as its toolkit has it today. */
import { schemesOf } from "@/lib/auth-configs/require-scheme";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { ResolvedAccount } from "./account-row";

/** Undefined if the toolkit is gone, or has no such scheme any more. */
export async function findAccountScheme({
  projectId,
  toolkitSlug,
  scheme,
}: Pick<ResolvedAccount, "projectId" | "toolkitSlug" | "scheme">): Promise<ToolkitAuthScheme | undefined> {
  const toolkit = await findToolkit(projectId, toolkitSlug);
  return (toolkit && schemesOf(toolkit).find(({ mode }) => mode === scheme)) ?? undefined;
}
