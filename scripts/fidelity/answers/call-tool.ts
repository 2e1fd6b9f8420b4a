/** Calls a tool as the executor does once the account is chosen, with a loopback server in place of the provider. */
import type { CatalogTool, CatalogToolkit } from "@/lib/catalog/read/catalog";
import type { CompiledTool, CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import type { ToolOutcome } from "@/lib/execution/answer/tool-response";
import { runTool } from "@/lib/execution/execute-tool";
import { prepareArguments } from "@/lib/execution/request/arguments";
import type { HttpRequest } from "@/lib/execution/request/http-tool";
import { ProviderSender } from "@/lib/execution/sending/sender";
import { startTrace } from "@/lib/execution/sending/trace";

const TIMEOUT_MS = 20_000;
const PAGES = { pages: 2, items: 1000 };

/** Sends every request to the loopback server, also one to another host of the provider. */
class LoopbackSender extends ProviderSender {
  constructor(
    private readonly origin: string,
    trace: ReturnType<typeof startTrace>,
  ) {
    const access = { projectId: "fidelity", values: {}, parameters: [], secrets: [], baseUrl: origin };
    super(access, { began: performance.now(), sent: 0 }, { timeoutMs: TIMEOUT_MS }, trace);
  }

  override send(request: HttpRequest) {
    const { pathname, search } = new URL(request.url);
    return super.send({ ...request, url: `${this.origin}${pathname}${search}` });
  }
}

/** A compiled tool as the executor reads it from the database. */
const toCatalogTool = (tool: CompiledTool, { slug, version }: CompiledToolkit): CatalogTool => ({
  ...tool,
  projectId: null,
  onlyUser: null,
  toolkitSlug: slug,
  version,
  isLatest: true,
});

const toCatalogToolkit = (toolkit: CompiledToolkit): CatalogToolkit => ({
  ...toolkit,
  id: toolkit.slug,
  projectId: null,
  kind: "native",
  logo: "",
  appUrl: null,
  baseUrl: toolkit.baseUrl ?? null,
  availableVersions: [toolkit.version],
  toolsCount: toolkit.tools.length,
  triggersCount: 0,
  currentUserEndpoint: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  versionsSince: [],
});

/**
 * The outcome of a call.
 * @param args checked as a caller's arguments are
 * @param options `origin`: address of the loopback server; `paged`: reads a second page, too
 * @throws ApiError for arguments that the tool does not take
 */
export async function callTool(
  toolkit: CompiledToolkit,
  compiled: CompiledTool,
  args: Record<string, unknown>,
  { origin, paged = false }: { origin: string; paged?: boolean },
): Promise<ToolOutcome> {
  const tool = toCatalogTool(compiled, toolkit);
  const trace = startTrace({ source: {}, requestId: "req_fidelity" });
  const sender = new LoopbackSender(origin, trace);
  const call = {
    tool,
    toolkit: toCatalogToolkit(toolkit),
    args: prepareArguments(tool, args),
    budget: paged ? PAGES : undefined,
  };
  const deadline = trace.startedAt.getTime() + TIMEOUT_MS;
  try {
    return await runTool(call, sender, trace, { userId: "ada", signal: undefined, deadline });
  } finally {
    sender.release();
  }
}
