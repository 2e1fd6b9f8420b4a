/**
 * Texts, comments and names follow docs/reference/words.md: American spelling, and not more dialect than
 * scripts/words/bounds.txt allows.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inRoot } from "./paths.mjs";
import { boundedCounts, overBounds, readBounds } from "./words/bounds.mjs";
import { findOldWords } from "./words/page-texts.mjs";
import { readProject } from "./words/read-project.mjs";

const FOLDERS = ["cli", "components", "app", "lib", "docs", "scripts"];
const FILES = ["server.ts", "page-server.ts", "README.md", "SECURITY.md", "AGENTS.md"];

const STEMS =
  "organ|recogn|author|initial|custom|normal|summar|optim|serial|synchron|minim|maxim|categor|capital|token|sanit|" +
  "util|final|priorit|visual|standard|real|special|apolog|central|local|general";

const BRITISH = new RegExp(
  "\\b(?:(?:mis|un|re)?(?:colour|behaviour|favour|neighbour|honour|flavour|labour|humour)(?:s|ed|ing|ite|able|al)?|" +
    "catalogues?|licences?|centres?|metres?|litres?|defence|offence|judgement|artefacts?|whilst|amongst|programmes?|cheques?|" +
    "(?:cancel|label|travel|model|signal|fuel|dial|channel|marshal)l(?:ed|ing)|misspelt|spelt|learnt|burnt|fulfil|enrol|" +
    `catalys(?:e|ed|es|ing)|(?:un|de|re)?analys(?:e|ed|es|ing)|(?:un|de|re)?(?:${STEMS})is(?:e|ed|es|ing|ation|ations))\\b`,
  "gi",
);

/** A method of the protocol, and former names in quotes. */
const NAMES = /notifications\/cancelled|["`/]catalogue["`]/g;
/** Words that people type: search knows them in both spellings. */
const KNOWS_BOTH = new Set([
  "lib/catalog/compile/effects/write-effect.ts",
  "lib/catalog/compile/effects/effects.ts",
  "lib/catalog/compile/descriptions/word-forms.ts",
]);

const isComment = (line: string): boolean => /^\s*(?:\*|\/\*|\/\/)/.test(line);

const isRead = (file: string): boolean =>
  /\.(?:tsx?|mjs|md)$/.test(file) &&
  !/\.test\.tsx?$/.test(file) &&
  !file.includes("/translations/") &&
  !KNOWS_BOTH.has(file);

it("writes American English in texts, comments and documents", () => {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" }).map((file) => path.posix.join(folder, file)),
  );
  const misspellings = [...inFolders, ...FILES].filter(isRead).flatMap((file) =>
    readFileSync(inRoot(file), "utf8")
      .split("\n")
      .flatMap((line, index) => {
        const prose = line.replace(NAMES, "");
        return (prose.match(BRITISH) ?? []).map((word) => `${file}:${index + 1} ${word}`);
      }),
  );
  expect(misspellings).toEqual([]);
});

const HAVE_ONE = "ser|ccount|og|roject|equest|ession|vent|lient|erver|onfig|rigger|eceiver|ndpoint|hole|ts|heir";
/** A lowercase "id" in quotes or between tags, after a thing that has an ID. */
const SMALL_ID = new RegExp(`(?:["'>\`]|^ +)[^"'\`<>{}=]*\\b\\w*(?:${HAVE_ONE}) ids?\\b(?! *[:=])`, "g");

it("writes ID in the texts of pages", () => {
  const violations = ["components", "app/(dashboard)"].flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .flatMap((file) =>
        readFileSync(inRoot(folder, file), "utf8")
          .split("\n")
          .flatMap((line, index) =>
            isComment(line) ? [] : (line.match(SMALL_ID) ?? []).map(() => `${folder}/${file}:${index + 1}`),
          ),
      ),
  );
  expect(violations).toEqual([]);
});

it("has no more dialect, participles and long lines in a room than scripts/words/bounds.txt; npm run words -- PATH lists them", () => {
  expect(overBounds(boundedCounts(readProject()), readBounds())).toEqual([]);
});

/** Programs that people copy, and titles that the README repeats. */
const NO_PAGE_TEXTS = /\/connect-agent\/|snippets\.ts$|\/about\/documents\.ts$|\.test\.tsx?$/;

it("writes the texts of pages as docs/reference/words.md says", () => {
  const places = ["components", "app/(dashboard)"].flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" })
      .map((file) => path.posix.join(folder, file))
      .filter((file) => /\.tsx?$/.test(file) && !NO_PAGE_TEXTS.test(file))
      .flatMap((file) =>
        findOldWords(file, readFileSync(inRoot(file), "utf8")).map(({ line, what }) => `${file}:${line} ${what}`),
      ),
  );
  expect(places).toEqual([]);
});

it("calls people someone and everyone in the descriptions of triggers", () => {
  const places = readdirSync(inRoot("toolkits"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("triggers.yaml"))
    .flatMap((file) =>
      readFileSync(inRoot("toolkits", file), "utf8")
        .split("\n")
        .flatMap((line, index) =>
          /\b(?:some|every|any)body\b|\bwhoever\b/i.test(line) ? [`${file}:${index + 1}`] : [],
        ),
    );
  expect(places).toEqual([]);
});
