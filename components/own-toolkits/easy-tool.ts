/** The tool of a new toolkit that a person tries first. */
type Tool = { slug: string; tags: readonly string[]; input_parameters: Readonly<Record<string, unknown>> };

/** Some APIs also have a read that only fails or redirects; one that lists or gets something answers. */
const ANSWERS = /_(LIST|GET|FETCH|READ|FIND|SEARCH)(_|$)/;

const isEasy = ({ tags, input_parameters: { required } }: Tool): boolean =>
  tags.includes("readOnlyHint") && !(Array.isArray(required) && required.length > 0);

/** The first tool that lists or gets without arguments; otherwise one that only reads, or the first of all. */
export function findEasyTool<T extends Tool>(tools: readonly T[]): T | undefined {
  const easyTools = tools.filter(isEasy);
  return easyTools.find(({ slug }) => ANSWERS.test(slug)) ?? easyTools[0] ?? tools[0];
}
