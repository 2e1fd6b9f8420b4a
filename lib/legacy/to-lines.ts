/** Lists of names as that generation reads them: text with one name on each line. */
export const toLines = (names: readonly string[]): Response =>
  new Response([...names].sort().join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } });
