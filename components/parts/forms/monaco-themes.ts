/** The editor's colors from our own tokens, in the page's current theme. Runs only in the browser. */
import { monaco } from "./load-monaco";

const TOKENS = [
  "page",
  "ink",
  "muted",
  "line",
  "hover",
  "raised",
  "edge",
  "green",
  "blue",
  "violet",
  "danger",
  "amber",
  "signal",
] as const;
type Colors = Record<(typeof TOKENS)[number], string>;

/** `rgb(1, 2, 3)` as `#010203`, which is all that the editor understands. */
function toHex(color: string): string {
  const parts = color.match(/[\d.]+/g)?.slice(0, 3) ?? [];
  return `#${parts.map((part) => Math.round(Number(part)).toString(16).padStart(2, "0")).join("")}`;
}

/** The tokens are light-dark() values, so only an element that uses them has their computed values. */
function readColors(): Colors {
  const probe = document.createElement("span");
  document.body.append(probe);
  const colors = Object.fromEntries(
    TOKENS.map((name) => {
      probe.style.color = `var(--${name})`;
      return [name, toHex(getComputedStyle(probe).color)];
    }),
  ) as Colors;
  probe.remove();
  return colors;
}

const isDark = (hex: string): boolean => Number.parseInt(hex.slice(1, 3), 16) < 128;

function applyTheme(): void {
  const { page, ink, muted, line, hover, raised, edge, green, blue, violet, danger, amber, signal } = readColors();
  const bare = (hex: string): string => hex.slice(1);
  monaco.editor.defineTheme("patchbay", {
    base: isDark(page) ? "vs-dark" : "vs",
    inherit: true,
    rules: [
      { token: "", foreground: bare(ink), background: bare(page) },
      { token: "string", foreground: bare(green) },
      { token: "string.key.json", foreground: bare(ink) },
      { token: "string.value.json", foreground: bare(green) },
      { token: "type.yaml", foreground: bare(ink) },
      { token: "string.yaml", foreground: bare(green) },
      { token: "number", foreground: bare(blue) },
      { token: "keyword", foreground: bare(violet) },
      { token: "comment", foreground: bare(muted) },
      { token: "delimiter", foreground: bare(muted) },
    ],
    colors: {
      "editor.background": page,
      "editor.foreground": ink,
      "editorGutter.background": page,
      "editorLineNumber.foreground": muted,
      "editorLineNumber.activeForeground": ink,
      "editorCursor.foreground": ink,
      "editor.lineHighlightBackground": hover,
      "editor.lineHighlightBorder": hover,
      "editorIndentGuide.background1": line,
      "editorWidget.background": raised,
      "editorWidget.border": line,
      "editorHoverWidget.background": raised,
      "editorHoverWidget.border": line,
      "editorBracketMatch.background": hover,
      "editorBracketMatch.border": edge,
      "editorSuggestWidget.background": raised,
      "editorSuggestWidget.border": line,
      "editorSuggestWidget.selectedBackground": hover,
      "editorSuggestWidget.selectedForeground": ink,
      "editorSuggestWidget.foreground": ink,
      "editorSuggestWidget.highlightForeground": violet,
      "editorSuggestWidget.focusHighlightForeground": violet,
      "editorError.foreground": danger,
      "editorWarning.foreground": amber,
      focusBorder: signal,
      "input.background": page,
      "input.border": edge,
    },
  });
  monaco.editor.setTheme("patchbay");
}

/** Applies our colors now and whenever the page's theme changes. Returns a function that stops this. */
export function followTheme(): () => void {
  applyTheme();
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const watcher = new MutationObserver(applyTheme);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  system.addEventListener("change", applyTheme);
  return () => {
    watcher.disconnect();
    system.removeEventListener("change", applyTheme);
  };
}
