/** Compiles the trigger types of all toolkits, and stores them in the cache until one of their files changes. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readTriggers } from "@/lib/catalog/triggers/read-triggers";
import type { CompiledTriggers } from "@/lib/catalog/trigger-type";
import { contentHash } from "../start/stamps.mjs";
import type { BuildReport } from "./build-catalog";

const CODE = ["lib/catalog/triggers", "lib/catalog/trigger-type.ts", "lib/catalog/event-value.ts"];

type CachedTriggers = { of: string; compiled: CompiledTriggers };

/** @throws CatalogSourceError */
export function buildTriggers(root: string, cache: string, built: Pick<BuildReport, "toolkits">): CompiledTriggers {
  const slugs = built.toolkits.map(({ slug }) => slug);
  const of = [
    contentHash(CODE, (file: string) => !file.endsWith(".test.ts")),
    contentHash(["toolkits"], (file: string) => file.endsWith("/triggers.yaml")),
    slugs.length,
  ].join(" ");
  const file = path.join(cache, "triggers.json");
  const cached = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as CachedTriggers) : undefined;
  if (cached?.of === of) return cached.compiled;
  const compiled = readTriggers(root, new Set(slugs));
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify({ of, compiled }));
  renameSync(`${file}.${process.pid}`, file);
  return compiled;
}
