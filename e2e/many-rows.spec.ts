/** A project with very many rows on the production build: no page breaks. */
import { expect, test } from "@playwright/test";
import { complaintsOf, expectAccessible } from "./fixtures/browser";
import { manyPages, settle, startManyProduct, type ManyProduct } from "./fixtures/many-product";
import { takePicture } from "./fixtures/picture";

let many: ManyProduct;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  many = await startManyProduct(browser);
});
test.afterAll(() => many.product.stop());

test("very many rows break no page at any width, in both themes", async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await (await browser.newContext({ storageState: many.state, colorScheme: "light" })).newPage();
  const complaints = complaintsOf(page);
  for (const name of ["home", "toolkits", "auth-config-new", "accounts", "users", "user", "logs"]) {
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      if (width === 390) await page.goto(many.product.url + (manyPages[name] ?? ""));
      await settle(page);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        `${name} is too wide at ${width} px`,
      ).toBeLessThanOrEqual(0);
      // The theme changes colors alone: the page need not be loaded again for it.
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await takePicture(page, `pages/many-${colorScheme}-${name}-${width}`);
        if (width === 1440) await expectAccessible(page, `${name}, ${colorScheme}`);
      }
    }
  }
  expect(complaints).toEqual([]);
  await page.context().close();
});
