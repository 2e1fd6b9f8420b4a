/** What of a compiled document must not become a toolkit: secrets in hosts, and parts that are too large to be read. */
import { CatalogSourceError } from "@/lib/catalog/catalog-source-error";
import type { CompiledTool, CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import { originOf } from "./origin-of";
import type { Problems } from "./problem";
import { secretInHost, secretNames } from "./secret-in-host";
import { DOCUMENT_FILE } from "./to-toolkit-file";

/**
 * Characters of a tool as JSON, and of a toolkit without its tools: the thread that serves all requests reads the whole
 * whenever somebody lists or runs it. Arguments have 20,000 usually.
 */
const MAX_TOOL = 250_000;
const MAX_FACTS = 250_000;

/** Where the requests of the tools go; the usual values of places choose the server, too. */
const originsOf = (tools: readonly CompiledTool[]): string[] => [
  ...new Set(
    tools.flatMap(({ run: { request } }) =>
      request
        ? [`${originOf(request.baseUrl)}${request.variables ? ` ${JSON.stringify(request.variables)}` : ""}`]
        : [],
    ),
  ),
];

/**
 * The toolkit without such tools; each is a problem.
 * @throws CatalogSourceError for a toolkit whose own address has a secret in its host, or that is too large
 */
export function limitToolkit(toolkit: CompiledToolkit, problems: Problems): CompiledToolkit {
  const names = secretNames(toolkit.authSchemes);
  const inBase = secretInHost(toolkit.baseUrl ?? "", names);
  if (inBase !== undefined)
    throw new CatalogSourceError(DOCUMENT_FILE, "/servers", `{${inBase}} is secret, and cannot be part of a host.`);
  const problemOf = (tool: CompiledTool): string | undefined => {
    const place = secretInHost(tool.run.request?.baseUrl ?? "", names);
    if (place !== undefined) return `{${place}} is secret, and cannot be part of the host of its server`;
    return JSON.stringify(tool).length > MAX_TOOL ? "its arguments and its answer are too large" : undefined;
  };
  const tools = toolkit.tools.filter((tool) => {
    const problem = problemOf(tool);
    if (problem !== undefined)
      problems.add("", `${tool.slug} is left out: ${problem}.`, "Correct the operation, or leave it out.");
    return problem === undefined;
  });
  const { tools: _, ...facts } = toolkit;
  const hosts = facts.meta.hosts.filter((host) => secretInHost(`https://${host}`, names) === undefined);
  const meta = { ...facts.meta, attribution: [], hosts, origins: originsOf(tools) };
  if (JSON.stringify({ ...facts, meta }).length > MAX_FACTS)
    throw new CatalogSourceError(DOCUMENT_FILE, "", "Names, scopes and servers of the document take too much space.");
  return { ...facts, meta, tools };
}
