// Shows what the set-up is doing: a live line on a terminal, plain lines elsewhere.
/** Whether a line can be overwritten. */
export const live = Boolean(process.stdout.isTTY && !process.env.CI && process.env.PATCHBAY_LOG_FORMAT !== "json");
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs one step of the set-up. A step that returns false had nothing to do and leaves no line.
 * @template T
 * @param {string} title the step's name ("Installing packages")
 * @param {(detail: (text: string) => void, say: (line: string) => void) => Promise<T> | T} work receives a function
 *   that shows its progress, and a function that writes a line that stays
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const since = performance.now();
  let detail = "";
  const draw = () =>
    process.stdout.write(
      `\r\x1b[2K  ${title} ${seconds(since)}  ${detail}`.slice(0, (process.stdout.columns ?? 80) + 4),
    );
  const say = (line) => console.log(`${live ? "\r\x1b[2K" : ""}    ${line}`);
  const timer = live ? setInterval(draw, 200) : undefined;
  const announced = live ? undefined : setTimeout(() => console.log(`  ${title} ...`), 1000);
  try {
    const result = await work((text) => {
      detail = text;
      if (!live && text) console.log(`    ${text}`);
    }, say);
    if (live) process.stdout.write("\r\x1b[2K");
    if (result !== false) console.log(`✓ ${title} (${seconds(since)})`);
    return result;
  } catch (error) {
    if (live) process.stdout.write("\r\x1b[2K");
    console.log(`✗ ${title} (${seconds(since)})`);
    throw error;
  } finally {
    clearInterval(timer);
    clearTimeout(announced);
  }
}
