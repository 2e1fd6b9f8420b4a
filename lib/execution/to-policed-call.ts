/** A call of a tool as its policies see it. */
import type { CatalogTool as Tool, CatalogToolkit as Toolkit } from "@/lib/catalog/read/catalog";
import { hostPatternsOf, toHostPattern } from "@/lib/policies/to-host-pattern";
import type { CallTarget } from "@/lib/policies/policy-call";
import { prepareArguments } from "./request/arguments";
import type { PolicedCall } from "./obey-policies";
import type { Custom } from "./access/custom-params";

/** The hosts to which a tool that the project made sends requests; undefined for tools of the catalog. */
function ownHostsOf({ run }: Tool, toolkit: Toolkit): string[] | undefined {
  if (toolkit.kind !== "custom" && !run.added) return undefined;
  const addresses = [run.request?.baseUrl, run.mcp?.url];
  const hosts = addresses.flatMap((address) => (address ? (toHostPattern(address) ?? []) : []));
  return [...hosts, ...hostPatternsOf(toolkit)];
}

export function toCallTarget(tool: Tool, toolkit: Toolkit): CallTarget {
  const ownHosts = ownHostsOf(tool, toolkit);
  return {
    kind: "tool",
    names: [tool.slug, ...tool.aliases],
    toolkitSlug: tool.toolkitSlug,
    tags: tool.tags,
    ...(ownHosts && { ownHosts }),
    ...(toolkit.kind === "custom" && { isOwnToolkit: true }),
  };
}

/** Values that reach the request in addition to the arguments. Headers carry credentials, and do not count. */
function extrasOf(custom: Custom | null | undefined): unknown {
  const parameters = (custom?.parameters ?? []).filter(({ in: place }) => place === "query" || place === "path");
  const { body } = custom ?? {};
  return parameters.length > 0 || (body && Object.keys(body).length > 0) ? { parameters, body } : undefined;
}

type Call = { tool: Tool; toolkit: Toolkit; args: Record<string, unknown> };

/** @param call continues with the arguments that the policies leave */
export function toPolicedCall(
  call: Call,
  input: { custom_auth_params?: Custom | null | undefined },
  userId: string | undefined,
  accountId: string | undefined,
): PolicedCall {
  const extras = extrasOf(input.custom_auth_params);
  return {
    key: call.tool,
    slug: call.tool.slug,
    toTarget: () => toCallTarget(call.tool, call.toolkit),
    arguments: call.args,
    ...(extras !== undefined && { extras }),
    userId,
    accountId,
    check: (args) => prepareArguments(call.tool, args),
    change: (args) => {
      call.args = args;
      return true;
    },
  };
}
