/** Logos from the icon packages: all are drawn in the same way and contain only shapes. */
import { describe, expect, it } from "vitest";
import { logoImage, type LogoReference } from "./logo-image";

const simple =
  (svg: string): ((file: string) => string) =>
  (file) =>
    file.endsWith(".json") ? JSON.stringify([{ title: "Cal.com", hex: "292929" }]) : svg;
const draw = (reference: LogoReference, text: (file: string) => string): string =>
  logoImage(reference, { text, json: (file) => JSON.parse(text(file)) as unknown });

describe("a logo", () => {
  it("takes the brand's color where the icon has none", () => {
    const svg =
      '<svg role="img" viewBox="0 0 24 24" xmlns="http://www.w3.org/2000/svg"><title>Cal.com</title><path d="M1 1"/></svg>';
    expect(draw({ from: "simple", name: "caldotcom" }, simple(svg))).toContain(
      '<svg x="9" y="9" width="46" height="46" viewBox="0 0 24 24" fill="#292929"><path d="M1 1"/></svg></svg>',
    );
  });

  it("keeps the shape of an icon set's icon", () => {
    const set = JSON.stringify({ icons: { wide: { body: "<path/>", width: 300 } }, width: 256, height: 200 });
    expect(draw({ from: "logos", name: "wide" }, () => set)).toContain('viewBox="0 0 300 200"><path/></svg>');
  });

  it("is dark where a set tells no color", () => {
    const set = JSON.stringify({ icons: { one: { body: '<path fill="currentColor"/>' } }, width: 32, height: 32 });
    expect(draw({ from: "cib", name: "one" }, () => set)).toContain('viewBox="0 0 32 32"><path fill="#1F1F1F"/></svg>');
  });

  it("is read from a module whose license is an open one", () => {
    const icon = (license: string): string =>
      `export const svg = \`<svg viewBox="0 0 8 8" fill="none"><path d="M1 1"/></svg>\`;\nexport const license = "${license}";`;
    expect(draw({ from: "thesvg", name: "x" }, () => icon("MIT"))).toContain(
      'viewBox="0 0 8 8" fill="none"><path d="M1 1"/></svg></svg>',
    );
    expect(() => draw({ from: "thesvg", name: "x" }, () => icon("Trademark"))).toThrow(
      "the license of the icon thesvg/x is Trademark",
    );
  });

  it.each<[string, string]>([
    ["a script", "<script>alert(1)</script>"],
    ["a handler", '<path onload="alert(1)"/>'],
    ["a link to elsewhere", '<use href="https://evil.example/x.svg#a"/>'],
    ["a picture from elsewhere", '<image xlink:href="data:image/png;base64,AA"/>'],
    ["a style that loads", "<style>@import url(x.css)</style>"],
  ])("is refused with %s", (_, body) => {
    expect(() => draw({ from: "lobe", name: "x" }, () => `<svg viewBox="0 0 24 24">${body}</svg>`)).toThrow(
      "holds more than shapes",
    );
  });

  it("may point at its own parts", () => {
    expect(
      draw({ from: "lobe", name: "x" }, () => '<svg viewBox="0 0 24 24"><path fill="url(#a)"/><use href="#b"/></svg>'),
    ).toContain("url(#a)");
  });

  it.each<[LogoReference, string]>([
    [{ from: "logos", name: "constructor" }, "there is no icon logos/constructor"],
    [{ from: "simple", name: "nobody" }, "there is no icon simple/nobody"],
  ])("names an icon that is not there: %o", (reference, message) => {
    expect(() =>
      draw(reference, (file) =>
        file.endsWith("icons.json") && reference.from === "logos"
          ? '{"icons":{}}'
          : file.endsWith(".json")
            ? "[]"
            : "<svg></svg>",
      ),
    ).toThrow(message);
  });
});
