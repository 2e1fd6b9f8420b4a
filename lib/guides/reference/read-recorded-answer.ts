/** Answers of the started product that the tests have recorded: e2e/docs/answers.spec.ts writes and checks them. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { memoize } from "@/lib/kernel/concurrency/memoize";

const readAnswers = memoize(async () => {
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), "docs/reference/answers.json");
  return new Map(Object.entries(JSON.parse(await readFile(file, "utf8")) as Record<string, { body: unknown }>));
});

/** JSON; undefined if no answer of the operation is recorded. */
export async function readRecordedAnswer(id: string): Promise<string | undefined> {
  const answer = (await readAnswers()).get(id);
  return answer && JSON.stringify(answer.body, undefined, 2);
}
