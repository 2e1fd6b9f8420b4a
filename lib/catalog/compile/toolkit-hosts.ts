/** The hosts that belong to a toolkit. */
import type { CompiledTool } from "../compiled-toolkit";
import type { ToolkitFile } from "./sources/toolkit-file";

/**
 * Hosts that belong to the toolkit; a URL with variables is matched by its pattern, for instance
 * `{shop}.myshopify.com`.
 */
export function toolkitHosts(file: ToolkitFile, tools: CompiledTool[], more: string[]): string[] {
  const urls = [file.baseUrl, ...tools.map(({ run }) => (run.request ? run.request.baseUrl : run.baseUrl))];
  const hosts = urls.flatMap((url) => (url ? [url.replace(/^https?:\/\//, "").split("/")[0] ?? ""] : []));
  return [...new Set([...hosts, ...file.hosts, ...more])].filter(Boolean).sort();
}
