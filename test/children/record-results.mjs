/** What the drivers of older SDKs share: runs one method after another, and keeps each result under its name. */

/** @returns results: name to "ok" or the error; answers: name to the value; run: runs a method and checks its value */
export function recordResults() {
  const results = {};
  const answers = {};
  /** @param check of the value; false is a failure */
  async function run(name, work, check = (value) => value !== undefined && value !== null) {
    try {
      const value = await work();
      answers[name] = value;
      results[name] = check(value) ? "ok" : `unexpected: ${JSON.stringify(value)?.slice(0, 300)}`;
    } catch (error) {
      const words = `${error?.name}: ${error?.message} ${error?.errCode ?? ""} ${error?.description ?? ""}`;
      results[name] = words.slice(0, 400);
    }
  }
  return { results, answers, run };
}
