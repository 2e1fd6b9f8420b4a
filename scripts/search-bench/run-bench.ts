/** `npm run bench:search`: how often the right tool is found, and how fast. */
import { readFileSync } from "node:fs";
import { buildIndex } from "@/lib/search/build-index";
import type { ToolDocument, ToolkitDocument } from "@/lib/search/tool-document";
import { findTools } from "@/lib/search/find-tools";
import { openIndex, type OpenIndex } from "@/lib/search/open-index";
import { fromBytes } from "@/lib/search/index-bytes";
import { WEIGHTS, type Weights } from "@/lib/search/weights";
import { buildCatalog } from "../catalog/build-catalog";
import { buildSearch, readDocuments } from "../catalog/build-search";
import { inRoot } from "../paths.mjs";
import { say } from "../start/progress.mjs";
import { learn } from "./learn";
import { figuresOf, interval, judge, type Judgment } from "./measure";
import { halfOf, readRequests, type BenchRequest } from "./requests";

export type BenchOptions = { learn: boolean; wrong: boolean; toolkits: boolean };

/** Only BM25 over name and description: the result of a search engine without knowledge of tools. */
const PLAIN: Weights = {
  ...WEIGHTS,
  fields: { toolkit: 1, name: 1, intents: 0, description: 1, parameters: 0, parameterTexts: 0 },
  related: 0,
  rarity: 100,
  verb: 1,
  phrase: 0,
  kind: 0,
  topic: 0,
  named: 1,
  notNamed: 1,
  otherEffect: 1,
  important: 1,
  deprecated: 1,
  popularity: 0,
  unaskedRemoval: 1,
};
const LARGE = 50_000;

const percent = (hits: number, count: number): string => {
  const [low, high] = interval(hits, count);
  return `${((100 * hits) / Math.max(1, count)).toFixed(1).padStart(5)} % (${low.toFixed(0)}-${high.toFixed(0)})`;
};

function printRow(name: string, judgments: readonly Judgment[]): void {
  if (judgments.length === 0) return;
  const { count, first, five, ndcg } = figuresOf(judgments);
  console.log(
    `  ${name.padEnd(22)} ${String(count).padStart(4)}   first ${percent(first, count)}   among five ` +
      `${percent(five, count)}   NDCG@10 ${(100 * ndcg).toFixed(1)}`,
  );
}

function printHalf(name: string, judgments: readonly Judgment[], plain: readonly Judgment[]): void {
  console.log(`\n${name} half (95 % intervals in brackets)`);
  const fits = judgments.filter(({ request }) => request.kind !== "none");
  const of = (list: readonly Judgment[], ...kinds: string[]) =>
    list.filter(({ request }) => kinds.includes(request.kind));
  printRow("app named or session", of(judgments, "named", "session"));
  printRow("  app named", of(judgments, "named"));
  printRow("  in a session", of(judgments, "session"));
  printRow("no app named", of(judgments, "any"));
  for (const style of ["terse", "natural", "step"])
    printRow(
      style,
      fits.filter(({ request }) => request.style === style),
    );
  printRow("plain BM25, app known", of(plain, "named", "session"));
  printRow("plain BM25, no app", of(plain, "any"));
  const none = of(judgments, "none");
  const sure = none.filter(({ confidence }) => confidence === "high");
  const high = fits.filter(({ confidence }) => confidence === "high");
  console.log(
    `  nothing fits           ${String(none.length).padStart(4)}   answered as sure ${percent(sure.length, none.length)}`,
  );
  console.log(
    `  sure of the first      ${String(high.length).padStart(4)}   right ` +
      `${percent(high.filter(({ place }) => place === 1).length, high.length)}`,
  );
}

function printToolkits(judgments: readonly Judgment[]): void {
  const slugs = [...new Set(judgments.flatMap(({ request }) => request.toolkit ?? []))].sort();
  console.log("\nby toolkit");
  for (const slug of slugs)
    printRow(
      slug,
      judgments.filter(({ request }) => request.toolkit === slug),
    );
}

function printSpeed(name: string, open: OpenIndex, requests: readonly BenchRequest[]): void {
  for (const { text } of requests) findTools(open, text, { limit: 5 });
  const times = requests
    .map(({ text }) => {
      const since = performance.now();
      findTools(open, text, { limit: 5 });
      return performance.now() - since;
    })
    .sort((a, b) => a - b);
  const formatQuantile = (share: number): string => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(2);
  console.log(
    `  ${name.padEnd(22)} p50 ${formatQuantile(0.5)} ms   p99 ${formatQuantile(0.99)} ms   worst ${formatQuantile(1)} ms`,
  );
}

/** As many tools as a larger catalog could have: the existing tools, and copies of them under other names. */
function enlarged(tools: readonly ToolDocument[]): ToolDocument[] {
  const more = tools.slice(0, Math.max(0, LARGE - tools.length)).map((tool) => ({ ...tool, slug: `${tool.slug}_2` }));
  return [...tools, ...more];
}

function open(file: string): OpenIndex {
  const index = fromBytes(readFileSync(file));
  if (!index) throw new Error(`${file} has another form`);
  return openIndex(index);
}

function measureSpeed(
  file: string,
  documents: { tools: ToolDocument[]; toolkits: ToolkitDocument[] },
  all: BenchRequest[],
): void {
  console.log("\nspeed");
  const [since, before] = [performance.now(), process.memoryUsage()];
  const index = open(file);
  const after = process.memoryUsage();
  const megabytes = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6;
  console.log(
    `  opening                ${(performance.now() - since).toFixed(0)} ms, about ${megabytes.toFixed(0)} MB`,
  );
  printSpeed(`${documents.tools.length} tools`, index, all);
  const large = enlarged(documents.tools);
  printSpeed(`${large.length} tools`, openIndex(buildIndex(large, documents.toolkits)), all);
}

/** Prints the figures, or with `learn` the weights that fit the tuning half best. */
export async function runSearchBench(options: BenchOptions): Promise<void> {
  const cache = inRoot(".cache/catalog");
  const built = await buildCatalog(inRoot(), cache, say);
  const documents = readDocuments(inRoot(), built);
  const all = readRequests();
  const ofHalf = (half: string): BenchRequest[] => all.filter((request) => halfOf(request) === half);
  if (options.learn) {
    console.log(
      JSON.stringify(
        learn(documents, ofHalf("tuning"), (text) => console.log(text)),
        null,
        2,
      ),
    );
    return;
  }
  const { file } = buildSearch(inRoot(), cache, built);
  const index = open(file);
  const plain = openIndex(buildIndex(documents.tools, documents.toolkits, { weights: PLAIN }));
  console.log(
    `${documents.tools.length} tools, ` +
      `${documents.tools.filter(({ intents }) => intents.length > 1).length} with written intents, ` +
      `${all.length} requests`,
  );
  for (const half of ["tuning", "test"]) {
    const judgments = judge(index, ofHalf(half));
    printHalf(half, judgments, judge(plain, ofHalf(half), PLAIN));
    if (options.toolkits) printToolkits(judgments);
    // Single requests may be shown only for the tuning half, so that nobody tunes on the test half.
    if (options.wrong && half === "tuning")
      for (const { request, place, first } of judgments)
        if (place !== 1 && request.kind !== "none")
          console.log(
            `${place}\t${request.toolkit ?? "*"}\t${request.text}\t${[...request.slugs].join(",")}\t=> ${first.join(" ")}`,
          );
  }
  measureSpeed(file, documents, all);
}
