/**
 * Whether a text is a URL (WHATWG), alone or relative to `base`. Does not use `URL.canParse`: its optimized version in
 * Node 20 is wrong for letters beyond ASCII, as in "bücher".
 */
export function isUrl(text: string, base?: string): boolean {
  try {
    return Boolean(new URL(text, base));
  } catch {
    return false;
  }
}
