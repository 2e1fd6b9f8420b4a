/**
 * Whether a text is a URL (WHATWG), alone or on `base`. Not `URL.canParse`: Node 20's quick form of it, which comes with
 * use, misreads letters beyond ASCII such as the one in "bücher".
 */
export function isUrl(text: string, base?: string): boolean {
  try {
    return Boolean(new URL(text, base));
  } catch {
    return false;
  }
}
