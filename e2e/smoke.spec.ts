/** The product answers at all: its health, its login page, its own words for what is not there. */
import { expect, test } from "@playwright/test";
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
