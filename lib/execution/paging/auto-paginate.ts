/** Follows the pages of a list that a tool reads, within a budget, and joins them into one answer. */
import type { z } from "zod";
import type { CatalogTool as Tool, CatalogToolkit as Toolkit } from "@/lib/catalog/read/catalog";
import { ApiError } from "@/lib/kernel/errors";
import { ANSWER_BOUNDS } from "@/lib/kernel/json/read-json";
import { OutboundError } from "@/lib/kernel/outbound/send";
import type { OutboundResponse } from "@/lib/kernel/outbound/outbound-request";
import { REDACTED, redactUrl, MIN_SOUGHT_LENGTH } from "@/lib/kernel/text/redact";
import type { AutoPaginate } from "../contract";
import type { HttpRequest } from "../request/http-tool";
import { nextPage } from "./next-page";
import type { NextPage, Page, PagedTool } from "./page-parameters";
import type { Access } from "../access/access";
import { findListPath, joinPages, listAt } from "./page-envelope";
import { isNotSent, type Sender } from "../sending/sender";
import { parseBody, toOutcome, toUnreachable, type ToolOutcome } from "../answer/tool-response";

export type PageBudget = { pages: number; items: number };

const DEFAULTS = { pages: 10, items: 5000 };
/** For all pages together: they are held in memory until they are returned. */
const MAX_BYTES = 10 * 1024 * 1024;

type Stop = "end" | "max_pages" | "max_items" | "size" | "time" | "error" | "repeated" | "unknown";

/** The content of `data.auto_paginate`. */
type Report = { pages: number; items: number; more: boolean; stopped: Stop; error?: string; next?: NextPage };

/**
 * The budget of `auto_paginate`; undefined if the caller did not ask for it.
 * @throws ApiError BadRequest for a tool that does more than read with GET
 */
export function toBudget(tool: Tool, limits: z.output<typeof AutoPaginate>): PageBudget | undefined {
  if (!limits) return undefined;
  const { slug, run } = tool;
  const method = run.request?.method;
  if (method === "GET")
    return limits === true
      ? DEFAULTS
      : { pages: limits.max_pages ?? DEFAULTS.pages, items: limits.max_items ?? DEFAULTS.items };
  const why = method ? `sends ${method}, which may change something each time` : "takes several steps of its own";
  throw new ApiError("BadRequest", `auto_paginate is for tools that read with GET; ${slug} ${why}.`, {
    suggestedFix: "Leave auto_paginate out, and ask for further pages with the tool's own arguments.",
  });
}

export type PagedRun = {
  tool: Tool;
  toolkit: Toolkit;
  args: Readonly<Record<string, unknown>>;
  sender: Sender;
  toRequest: (args: Readonly<Record<string, unknown>>) => HttpRequest;
};

type Step = { args: Readonly<Record<string, unknown>>; request: HttpRequest; byUrl: boolean };

/** The provider's link without credentials, which it can repeat; they are added again for the request of the page. */
function withoutCredentials(text: string, { scheme, parameters, secrets }: Access): string {
  const url = new URL(text);
  const ownNames = new Set(
    [...(scheme?.apply ?? []), ...parameters].flatMap((place) => (place.in === "query" ? [place.name] : [])),
  );
  const isCredential = (value: string) =>
    value.includes(REDACTED) || secrets.some((secret) => secret.length >= MIN_SOUGHT_LENGTH && value.includes(secret));
  const pairs = [...url.searchParams];
  const rest = pairs.filter(([name, value]) => !ownNames.has(name) && !isCredential(value));
  if (rest.length < pairs.length) url.search = new URLSearchParams(rest).toString();
  return url.href;
}

const sameItems = (first: readonly unknown[] | undefined, second: readonly unknown[] | undefined): boolean =>
  first !== undefined &&
  second !== undefined &&
  first.length > 0 &&
  first.length === second.length &&
  JSON.stringify(first) === JSON.stringify(second);

/** The pages that an execution has read so far. */
class Pages {
  readonly asked = new Set<string>();
  pages = 1;
  values = 0;
  path: string[] | undefined;
  latest: readonly unknown[] | undefined;

  constructor(
    public data: Record<string, unknown>,
    public bytes: number,
    first: HttpRequest,
  ) {
    this.path = findListPath(data);
    this.latest = listAt(data, this.path);
    this.asked.add(first.url);
  }

  get items(): number {
    return listAt(this.data, this.path)?.length ?? 0;
  }

  /** Adds a page. False if it equals the page before, because the provider ignored the argument. */
  add({ outcome: { data }, response, values = 0 }: PageRead): boolean {
    // An empty first page can lack the list.
    this.path ??= findListPath(data);
    const list = listAt(data, this.path);
    if (sameItems(this.latest, list)) return false;
    this.data = this.path ? joinPages(this.data, data, this.path) : data;
    this.latest = list;
    this.bytes += response.body.length;
    this.values += values;
    this.pages++;
    return true;
  }
}

function reachedLimit(pages: Pages, budget: PageBudget): Stop | undefined {
  if (pages.pages >= budget.pages) return "max_pages";
  if (pages.items >= budget.items) return "max_items";
  return pages.bytes >= MAX_BYTES || pages.values >= ANSWER_BOUNDS.values ? "size" : undefined;
}

/** The request of the next page. */
const toStep = (run: PagedRun, from: Step, next: NextPage): Step => {
  if ("url" in next) return { ...from, request: { ...from.request, url: next.url }, byUrl: true };
  const args = { ...from.args, ...next.arguments };
  return { args, request: run.toRequest(args), byUrl: false };
};

/** Why a page could not be read. */
type Failure = { error: string; stopped: "time" | "error" };

type PageRead = { outcome: ToolOutcome; response: OutboundResponse; values?: number };

async function readPage({ toolkit, sender }: PagedRun, request: HttpRequest): Promise<PageRead | Failure> {
  const { answer } = sender;
  const failed = (error: string, stopped: Failure["stopped"] = "error"): Failure => {
    // The log shows the last page that was read.
    sender.answer = answer;
    return { error, stopped };
  };
  try {
    const response = await sender.send(request);
    if (isNotSent(response)) return failed("A dry run reads no pages.");
    const parsed = parseBody(response, sender.access.secrets);
    const outcome = toOutcome(toolkit.name, response.status, parsed, toolkit.meta.refusals?.failures);
    const values = parsed.kind === "json" ? parsed.values : 0;
    return outcome.successful ? { outcome, response, values } : failed(outcome.error ?? "failed");
  } catch (error) {
    if (error instanceof OutboundError)
      return failed(toUnreachable(toolkit.name, error).error ?? "failed", error.phase === "timeout" ? "time" : "error");
    if (error instanceof ApiError) return failed(error.message);
    throw error;
  }
}

/** A page that was read, in the form in which `nextPage` needs it. */
const toPage = (
  { outcome, response }: PageRead,
  { request, byUrl }: Step,
  rest: Pick<Page, "list" | "before" | "isCounted">,
): Page => ({ data: outcome.data, headers: response.headers, url: request.url, byUrl, ...rest });

/** All pages as one answer, with `data.auto_paginate`. */
function toJoinedAnswer(
  run: PagedRun,
  { outcome }: PageRead,
  pages: Pages,
  end: Pick<Report, "stopped" | "error" | "next">,
) {
  const { stopped, error, next } = end;
  const report: Report = {
    pages: pages.pages,
    items: pages.items,
    more: stopped !== "end",
    stopped,
    ...(error !== undefined && { error }),
    ...(next && { next: toShown(next, run) }),
  };
  return { ...outcome, data: { ...pages.data, auto_paginate: report } };
}

/**
 * Reads the pages after a tool's first answer and joins them with it. If a later page fails, the answer is still
 * successful with the previous pages, and `data.auto_paginate` contains the reason and the way to continue.
 */
export async function followPages(
  run: PagedRun,
  request: HttpRequest,
  first: PageRead,
  budget: PageBudget,
): Promise<ToolOutcome> {
  const { sink: _sink, ...bare } = request;
  const pages = new Pages(first.outcome.data, first.response.body.length, bare);
  const done = (stopped: Stop, next?: NextPage, error?: string) =>
    toJoinedAnswer(run, first, pages, { stopped, ...(next && { next }), ...(error !== undefined && { error }) });
  let step: Step = { args: run.args, request: bare, byUrl: false };
  let page = toPage(first, step, { list: pages.latest, before: undefined, isCounted: true });
  for (;;) {
    const next = findNext(run, step, page);
    if (typeof next === "string") return done(next === "none" ? "end" : "unknown");
    const limit = reachedLimit(pages, budget);
    if (limit) return done(limit, next);
    step = toStep(run, step, next);
    if (pages.asked.has(step.request.url)) return done("repeated");
    pages.asked.add(step.request.url);
    const read = await readPage(run, step.request);
    if ("stopped" in read) return done(read.stopped, next, read.error);
    const before = pages.latest?.length;
    if (!pages.add(read)) return done("repeated");
    const isCounted = page.isCounted && "isCounted" in next;
    page = toPage(read, step, { list: pages.latest, before, isCounted });
  }
}

function findNext({ tool, sender }: PagedRun, { args }: Step, page: Page): ReturnType<typeof nextPage> {
  const next = nextPage(tool as Tool & PagedTool, args, page);
  return typeof next === "object" && "url" in next ? { url: withoutCredentials(next.url, sender.access) } : next;
}

const toShown = (next: NextPage, { sender }: PagedRun): NextPage =>
  "url" in next ? { url: redactUrl(next.url, sender.access.secrets) } : { arguments: next.arguments };
