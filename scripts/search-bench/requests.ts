/** The requests of the benchmark: a user's words, and the tools that are right. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";

export type Style = "terse" | "natural" | "step";
export type BenchRequest = {
  style: Style;
  /**
   * `named`: the request names an app; `session`: it names none, and the session allows a few apps, including the right
   * app; `any`: several apps can do it; `none`: no tool can.
   */
  kind: "named" | "session" | "any" | "none";
  toolkit: string | undefined;
  text: string;
  /** Any of them is right. */
  slugs: ReadonlySet<string>;
};

/** Weights are learned on the first half; only the figures of the second half count. */
export type Half = "tuning" | "test";

/** The half depends only on the words, so that a request never changes halves. */
export const halfOf = ({ text }: BenchRequest): Half =>
  ((createHash("sha256").update(text).digest()[0] ?? 0) & 1) === 0 ? "tuning" : "test";

function toRequest(line: string): BenchRequest {
  const [style = "", scope = "", text = "", slugs = ""] = line.split("\t");
  const toolkit = scope.replace("@", "");
  const kind = scope === "*" ? "any" : scope === "-" ? "none" : scope.startsWith("@") ? "named" : "session";
  return {
    style: style as Style,
    kind,
    toolkit: kind === "named" || kind === "session" ? toolkit : undefined,
    text,
    slugs: new Set(slugs.split(",").filter(Boolean)),
  };
}

/**
 * All requests of `requests.tsv`: style, scope (`@app` named, `app` in a session, `*` any, `-` none), request and right
 * slugs.
 */
export const readRequests = (): BenchRequest[] =>
  readFileSync(inRoot("scripts/search-bench/requests.tsv"), "utf8").split("\n").filter(Boolean).map(toRequest);
