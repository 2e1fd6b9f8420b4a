/** The style of the pages for end users, with a project's color. Pure. */
import { readableOn, readableShade } from "@/lib/contract/readable-on";

/** The lighter and the darker background behind texts, in each theme: a color is readable on both or on neither. */
const GROUNDS = { light: "#f6f7f9", dark: "#191c22" } as const;

export const STYLE = `
:root{color-scheme:light dark;--ground:${GROUNDS.light};--card:#fff;--ink:#14171c;--soft:#535b67;\
--line:#8b939f;--edge:#e2e5ea;--act:#1d4ed8;--on-act:#fff;--wrong:#b3261e;--good:#17703a;--shadow:#14171c14}
@media(prefers-color-scheme:dark){:root{--ground:#0e1014;--card:${GROUNDS.dark};--ink:#f0f2f5;\
--soft:#aab1bd;--line:#6f7885;--edge:#2b3038;--act:#7da2ff;--on-act:#0b1020;--wrong:#ff8a80;--good:#63d18c;--shadow:#0000}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;align-items:center;justify-content:center;\
padding:24px 16px;background:var(--ground);color:var(--ink);\
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:440px;background:var(--card);border:1px solid var(--edge);\
border-radius:16px;padding:32px 28px 24px;overflow-wrap:anywhere;box-shadow:0 12px 32px -16px var(--shadow)}
.who{display:flex;align-items:center;gap:10px;margin:0 0 20px;font-weight:600}
.who img,.logo{flex:none;width:32px;height:32px;object-fit:contain;border-radius:6px}
.logo{width:36px;height:36px;padding:5px;border:1px solid var(--edge);border-radius:9px;background:#fff}
.marks{display:flex;align-items:center;justify-content:center;gap:12px;margin:0 0 20px}
.mark{display:flex;flex:none;align-items:center;justify-content:center;width:56px;height:56px;\
border:1px solid var(--edge);border-radius:14px;background:#fff;color:#535b67;font-size:22px;font-weight:600}
.mark img{display:block;object-fit:contain}
.sign{display:flex;align-items:center;justify-content:center;width:36px;height:36px;border-radius:99px;color:var(--soft)}
.sign.done{background:var(--good);color:var(--card)}
.sign.failed{background:var(--wrong);color:var(--card)}
h1{display:flex;align-items:center;gap:12px;margin:0 0 12px;font-size:22px;line-height:1.3}
.center{justify-content:center;text-align:center;text-wrap:balance}
.account{margin:0 auto 16px;width:fit-content;max-width:100%;padding:6px 14px;border:1px solid var(--edge);\
border-radius:99px;background:var(--ground);font-weight:600;text-align:center}
h2{margin:20px 0 6px;font-size:16px}
p{margin:0 0 12px}
.soft,.help{color:var(--soft)}
.help{margin:4px 0 0;font-size:14px}
ul{margin:0 0 12px;padding-left:20px}
code{font-size:13px;color:var(--soft)}
.field{margin:16px 0 0}
label{display:block;margin-bottom:4px;font-weight:600}
input,textarea,select{width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:10px;\
background:var(--ground);color:var(--ink);font:inherit}
input[aria-invalid=true],textarea[aria-invalid=true]{border-color:var(--wrong)}
.wrong{margin:4px 0 0;color:var(--wrong);font-size:14px}
.alert{padding:10px 12px;border:1px solid var(--wrong);border-radius:10px}
button,.go{display:block;width:100%;min-height:44px;margin-top:20px;padding:10px 16px;\
border:1px solid var(--brand-edge,transparent);border-radius:10px;background:var(--brand,var(--act));\
color:var(--on-brand,var(--on-act));text-align:center;text-decoration:none;\
font:inherit;font-weight:600;cursor:pointer}
button.second,.go.second{margin-top:8px;border-color:var(--line);background:none;color:var(--ink)}
button.plain{margin-top:8px;border-color:transparent;background:none;color:var(--soft);font-weight:400}
a{color:var(--act)}
[hidden]{display: none}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
footer{margin-top:20px;font-size:13px;color:var(--soft)}
.check{display:flex;align-items:center;gap:10px;min-height:44px;margin:12px 0 0;font-weight:600}
.check input{flex:none;width:20px;min-height:20px;margin:0;accent-color:var(--act)}
summary{min-height:28px;cursor:pointer;color:var(--soft);font-size:14px}
.languages{display:flex;align-items:center;gap:8px;margin-top:20px;padding-top:16px;border-top:1px solid var(--edge);\
color:var(--soft);font-size:13px}
.languages label{margin:0;font-weight:400}
.languages select{width:auto;min-height:32px;padding:4px 8px;border-color:var(--edge);border-radius:8px}
.languages button{width:auto;min-height:32px;margin:0;padding:4px 10px;border-color:transparent;background:none;\
color:var(--act);font-weight:400}
`;

/** In a frame, the app's own page is around the content. */
export const FRAME_STYLE = `
body{min-height:0;padding:0;background:var(--card)}
main{max-width:none;border:0;border-radius:0;box-shadow:none;padding:20px}
`;

/** The colors of one theme: links and focus in an easily readable shade, a border if the button is hard to see. */
function toTheme(accent: string, theme: keyof typeof GROUNDS): string {
  const ground = GROUNDS[theme];
  const isVisible = readableShade(accent, ground, 3) === accent.toLowerCase();
  return `:root{--act:${readableShade(accent, ground)};--brand-edge:${isVisible ? "transparent" : "var(--line)"}}`;
}

/**
 * A project's color on the main button, on links and on the focus. The button's words are black or white, whichever is
 * easier to read.
 */
export const toBrandStyle = (accent: string | undefined): string =>
  accent && /^#[0-9a-f]{6}$/i.test(accent)
    ? `:root{--brand:${accent};--on-brand:${readableOn(accent)}}
${toTheme(accent, "light")}
@media(prefers-color-scheme:dark){${toTheme(accent, "dark")}}
`
    : "";
