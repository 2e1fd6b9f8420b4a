/** A browser that is there before the server: it sees the progress of the start, and then the page it asked for. */
import { expect, test } from "@playwright/test";
import { freePort } from "../scripts/postgres/postgres.mjs";
import { startProduct } from "./harness/product";

test("the port shows the progress from the beginning, and the page ends on the product by itself", async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const starting = startProduct({}, { port });
  const open = (): Promise<number> =>
    page.goto(`${url}/docs`).then(
      (response) => response?.status() ?? 0,
      () => 0,
    );
  await expect.poll(open, { timeout: 60_000, intervals: [50] }).toBe(503);
  await expect(page).toHaveTitle("Patchbay is starting");
  await expect(page.getByRole("listitem").filter({ hasText: "Loading the catalog" })).toBeVisible();
  expect((await request.get(`${url}/api/health/ready`)).status()).toBe(503);

  const product = await starting;
  await expect(page).not.toHaveTitle("Patchbay is starting", { timeout: 60_000 });
  expect(new URL(page.url()).pathname).toMatch(/^\/(docs|login)/);
  expect((await request.get(`${url}/api/health`)).status()).toBe(200);
  await product.stop();
});
