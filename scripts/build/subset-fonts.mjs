// Writes app/fonts from the complete fonts of the package "geist": only the letters and weights that the pages use, a
// third of the size.
// Run it after an update of that package: node scripts/build/subset-fonts.mjs
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import subsetFont from "subset-font";
import { inRoot } from "../paths.mjs";

const FONTS = inRoot("node_modules", "geist", "dist", "fonts");
/** The pages use normal, medium and semibold. */
const WEIGHTS = { min: 400, max: 600 };

const letters = (from, to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
/** ASCII and Latin-1, with the symbols of our own texts. */
const LATIN = `${letters(0x20, 0x7e)}${letters(0xa0, 0xff)}ıŒœˆ˜–—‘’“”„•…‹›€™←↑→↓−×≈≤≥⌘⌥⇧⏎`;
/** Letters in people's names: Polish, Czech, Turkish and others. They are rare in code. */
const NAMES = letters(0x100, 0x17f);

async function subset(source, target, text) {
  const options = { targetFormat: "woff2", variationAxes: { wght: WEIGHTS } };
  const font = await subsetFont(readFileSync(path.join(FONTS, source)), text, options);
  writeFileSync(inRoot("app", "fonts", target), font);
  console.log(`${target}: ${font.length} bytes`);
}

await subset("geist-sans/Geist-Variable.woff2", "geist.woff2", LATIN + NAMES);
await subset("geist-mono/GeistMono-Variable.woff2", "geist-mono.woff2", LATIN);
copyFileSync(inRoot("node_modules", "geist", "LICENSE.txt"), inRoot("app", "fonts", "LICENSE.txt"));
