// Guards of lib/llm and of what lib/find takes from a language model.

const CLIENT = ["lib/llm/complete.test.ts"];
const ANSWER = ["lib/find/rerank-answer.test.ts"];
const RERANK = ["lib/find/rerank.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const languageModel = [
  {
    name: "the error of a language model quotes what its server answered",
    file: "lib/llm/complete.ts",
    from: "`its server answered ${status}.`",
    to: "`its server answered ${status}. ${body.toString()}`",
    tests: CLIENT,
  },
  {
    name: "the error of a language model carries the error of the connection",
    file: "lib/llm/complete.ts",
    from: "new LanguageModelError(KINDS[error.phase], error.message)",
    to: "Object.assign(new LanguageModelError(KINDS[error.phase], error.message), { question })",
    tests: CLIENT,
  },
  {
    name: "a redirect of a language model's server is followed with the key",
    file: "lib/llm/complete.ts",
    from: "maxRedirects: 0,",
    to: "",
    tests: CLIENT,
  },
  {
    name: "a language model's order may name tools that were not found",
    file: "lib/find/rerank-answer.ts",
    from: ".filter((slug) => knownSlugs.has(slug))",
    to: "",
    tests: ANSWER,
  },
  {
    name: "a language model's plan may name tools that were not found",
    file: "lib/find/rerank-answer.ts",
    from: "!knownSlugs.has(read.data.tool)",
    to: "read.data.tool === undefined",
    tests: ANSWER,
  },
  {
    name: "texts of a language model keep control characters and line breaks",
    file: "lib/find/rerank-answer.ts",
    from: "/[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Z}]+/gu",
    to: "/ +/gu",
    tests: ANSWER,
  },
  {
    name: "a project gets what the language model answered to another",
    file: "lib/find/rerank.ts",
    from: "keyOf(projectId, catalogHash, endpoint",
    to: "keyOf(catalogHash, endpoint",
    tests: RERANK,
  },
  {
    name: "a project's failing requests take the language model from other projects",
    file: "lib/find/failing-endpoint.ts",
    from: "`${projectId} ${endpoint}`",
    to: "`${projectId && endpoint}`",
    tests: RERANK,
  },
  {
    name: "a language model that always fails is asked by each search",
    file: "lib/find/failing-endpoint.ts",
    from: "if (present < entry.pausedUntil) return false;",
    to: "",
    tests: RERANK,
  },
  {
    name: "a caller who goes away waits for the language model",
    file: "lib/find/rerank.ts",
    from: "Promise.race([left, work])",
    to: "Promise.race([work])",
    tests: RERANK,
  },
];
