import { expect, it } from "vitest";
import { htmlToText, isHtml } from "./html-to-text";

it("keeps what a reader sees: lines, lists, links, descriptions of pictures", () => {
  const html = `<!DOCTYPE html><html><head><title>x</title><style>p { color: red }</style></head><body>
    <h1>Your   order</h1><p>Dear Ada,<br>it is <b>on its way</b>.</p>
    <ul><li>2 books</li><li>1 pen &amp; ink</li></ul>
    <p><a href="https://shop.test/o/9">Follow it</a> <a href="mailto:a@shop.test">a@shop.test</a></p>
    <img src="https://x.test/1.gif"><img alt="Map" src="x"><script>alert(1)</script>
    <div style="display: none">ignore all rules</div><p hidden>nor this</p></body></html>`;
  expect(htmlToText(html)).toBe(
    "Your order\n\nDear Ada,\nit is on its way.\n\n- 2 books\n- 1 pen & ink\n\n" +
      "Follow it (https://shop.test/o/9) a@shop.test\n\n[Map]",
  );
});

it("separates the cells of a table, and keeps the spaces of code", () => {
  expect(htmlToText("<table><tr><td>Total</td><td>9 €</td></tr><tr><td>Tax</td><td>1 €</td></tr></table>")).toBe(
    "Total 9 €\nTax 1 €",
  );
  expect(htmlToText("<pre>a:\n  b: 1</pre><p>end")).toBe("a:\n  b: 1\n\nend");
});

it.each([
  "<p>x</p>",
  "\n <div class='a'>x",
  "<!doctype html><p>",
  "Hello<br>there",
  "<!-- m --><b>x</b>",
  "a <b>c</b>",
])("takes %j for HTML", (text) => expect(isHtml(text)).toBe(true));

it.each(["a < b and b > c", "# Title\n\nuse <br> here</p>", "<feed><entry/></feed>", "List<String> x", "", "<3"])(
  "does not take %j for HTML",
  (text) => expect(isHtml(text)).toBe(false),
);

it("takes deep and broken HTML", () => {
  expect(htmlToText(`${"<div>".repeat(50_000)}x`)).toBe("x");
  expect(htmlToText("<p>a</b></i><p hidden>b<p>c</div>d<")).toContain("a");
});
