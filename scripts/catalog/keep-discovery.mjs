// Cuts a description of Google's discovery service to what the compiler reads, and keeps it in a toolkit's folder.
//   node scripts/catalog/keep-discovery.mjs FILE SLUG ORIGIN
// FILE: a document of the Python package google-api-python-client (googleapiclient/discovery_cache/documents), which is
// under the Apache License 2.0. ORIGIN: that package and its version.
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "../paths.mjs";

const MEMBERS = ["title", "version", "revision", "rootUrl", "servicePath", "resources", "schemas"];
/** Facts that no reader uses. */
const DROPPED = new Set([
  "enumDescriptions",
  "enumDeprecated",
  "flatPath",
  "parameterOrder",
  "mediaUpload",
  "supportsMediaUpload",
  "supportsMediaDownload",
  "useMediaDownloadService",
  "supportsSubscription",
]);

/** Members of `properties`, `parameters`, `schemas` ... are names of the API, which may be like one of those facts. */
const NAMED = new Set(["properties", "parameters", "schemas", "methods", "resources"]);

function cut(value, isNamed = false) {
  if (Array.isArray(value)) return value.map((item) => cut(item));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isNamed || !DROPPED.has(name))
      .map(([name, member]) => [name, cut(member, !isNamed && NAMED.has(name))]),
  );
}

const [file, slug, origin] = process.argv.slice(2);
if (!file || !slug || !origin) throw new Error("Say which file, for which toolkit, and where it is from.");
const document = JSON.parse(readFileSync(file, "utf8"));
const description = {
  "x-origin": `${origin}, Copyright Google LLC, licensed under the Apache License 2.0; cut to what the compiler reads`,
  ...Object.fromEntries(MEMBERS.map((name) => [name, document[name]])),
};
writeFileSync(inRoot("toolkits", slug, "description.json"), `${JSON.stringify(cut(description), null, 1)}\n`);
