/**
 * The request of each search provider, and the paths into its answer. They are data, so that a new provider is a row
 * here and in the contract.
 */
import type { ProviderName } from "./constants";

type Path = readonly (string | number)[];

export type Form = {
  method: "GET" | "POST";
  path: string;
  /** The name of the parameter with the question: of the address, or of the JSON body where it is a POST. */
  query: string;
  /** Parameters that every request sends. */
  fixed: Readonly<Record<string, string | number | boolean>>;
  key: { header: string; before: string };
  /** Where the list of pages is, and the name of a page's text. */
  pages: Path;
  text: string;
  /** The path to an answer in words, for providers that give such an answer. */
  answer?: Path;
};

const bearer = { header: "authorization", before: "Bearer " };
const PAGES = 10;

export const FORMS: Record<ProviderName, Form> = {
  searxng: {
    method: "GET",
    path: "/search",
    query: "q",
    fixed: { format: "json" },
    // SearXNG itself has no keys, but a proxy in front of it can require a key.
    key: bearer,
    pages: ["results"],
    text: "content",
    answer: ["answers", 0],
  },
  brave: {
    method: "GET",
    path: "/web/search",
    query: "q",
    fixed: { count: PAGES },
    key: { header: "x-subscription-token", before: "" },
    pages: ["web", "results"],
    text: "description",
  },
  tavily: {
    method: "POST",
    path: "/search",
    query: "query",
    fixed: { max_results: PAGES, include_answer: true },
    key: bearer,
    pages: ["results"],
    text: "content",
    answer: ["answer"],
  },
  exa: {
    method: "POST",
    path: "/answer",
    query: "query",
    fixed: { text: true },
    key: { header: "x-api-key", before: "" },
    pages: ["citations"],
    text: "text",
    answer: ["answer"],
  },
};
