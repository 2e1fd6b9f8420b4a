/** The product answers at all: its health, its login page, its own words for what is not there. */
import { expect, test } from "@playwright/test";
import { expectAccessible, expectContrast } from "./fixtures/browser";
import { run } from "./harness/run";

test("200: health says that database and worker run", async ({ request }) => {
  const response = await request.get(`${run().url}/api/health`);
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({ status: "ok", database: "ok", worker: "running" });
});

test("the login page runs under its content security policy without a complaint", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  const response = await page.goto(`${run().url}/login`);
  expect(response?.headers()["content-security-policy"]).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'/);
  await expect(page.getByRole("button", { name: /sign in/i })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(complaints).toEqual([]);
});

test("404: an unknown API path answers in the error envelope, doubled slashes and all", async ({ request }) => {
  const response = await request.get(`${run().url}//api/v3//nothing`);
  expect(response.status()).toBe(404);
  expect(response.headers()["x-content-type-options"]).toBe("nosniff");
  expect((await response.json()).error).toMatchObject({ status: 404, slug: "NotFound" });
});

test("each text that is too faint is found, and those that are not pass", async ({ page }) => {
  const faint = (background: string) =>
    page.setContent(`<html lang="en"><title>Colors</title><main><h1>Colors</h1>
      <p id="first" style="color: #999">Faint</p>
      <p id="second" style="color: rgb(153 153 153)">Faint</p>
      <p style="color: #999; background: ${background}">Faint on white, clear on black</p></main></html>`);
  await faint("#000");
  await expect(expectAccessible(page)).rejects.toThrow(/color-contrast: #first, #second"/);
  await faint("#fff");
  await expect(expectContrast(page)).rejects.toThrow(/color-contrast: #first, #second, p:nth-child/);
});
