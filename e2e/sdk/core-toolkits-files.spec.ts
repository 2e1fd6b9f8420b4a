/** Every method of the official SDKs' toolkits and files. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { run } from "../harness/run";
import { plans } from "./core-plans";
import { methodsOf, noted } from "./drive";
import { catchWarnings, connectWith, sdks } from "./sdks";

const md5 = (bytes: Buffer): string => createHash("md5").update(bytes).digest("hex");
const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
const folder = mkdtempSync(path.join(tmpdir(), "sdk-drive-"));
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const { name, connect } of sdks) {
  test.describe
    .serial(name, () => {
      const plan = plans[name];
      // The older generation knows a toolkit that is not there by 400 alone.
      const legacy = name === "core 0.5.4";
      const called = { toolkits: new Set<string>(), files: new Set<string>() };
      const composio = connect();
      const toolkits = noted(composio.toolkits, called.toolkits);
      const userId = `toolkits-${name.replaceAll(/\W/g, "-")}`;
      let caught: ReturnType<typeof catchWarnings>;
      test.beforeEach(() => {
        caught = catchWarnings();
      });
      test.afterEach(() => {
        caught.release();
        expect(caught.warnings).toEqual([]);
      });

      test("toolkits.get and listCategories return pages, order, filters, one toolkit, and a typed error", async () => {
        const first = await toolkits.get({ limit: 5, sortBy: "alphabetically" });
        expect(first).toHaveLength(5);
        expect(first.map((toolkit) => toolkit.name)).toEqual(
          first.map((toolkit) => toolkit.name).sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
        );
        const { next_cursor: cursor } = await composio
          .getClient()
          .toolkits.list({ limit: 5, sort_by: "alphabetically" });
        const second = await toolkits.get({ limit: 5, sortBy: "alphabetically", cursor: cursor ?? "" });
        expect(second).toHaveLength(5);
        expect(new Set([...first, ...second].map(({ slug }) => slug)).size).toBe(10);

        const { items: categories } = await toolkits.listCategories();
        expect(categories.length).toBeGreaterThan(10);
        const category = categories.find(({ name: title }) => /^crm$/i.test(title)) ?? categories[0];
        const filtered = await toolkits.get({ category: category?.id ?? "", limit: 50 });
        expect(filtered.length).toBeGreaterThan(3);
        expect(filtered.every(({ meta }) => meta.categories?.some(({ slug }) => slug === category?.id))).toBe(true);
        expect(await toolkits.get({ managedBy: "project", limit: 5 })).toEqual([]);

        expect(await toolkits.get("GitHub")).toMatchObject({
          slug: "github",
          name: "GitHub",
          isLocalToolkit: false,
          composioManagedAuthSchemes: expect.any(Array),
          meta: {
            toolsCount: expect.any(Number),
            triggersCount: expect.any(Number),
            logo: expect.stringMatching(/^http/),
            createdAt: date,
            updatedAt: date,
            categories: expect.arrayContaining([expect.objectContaining({ slug: expect.any(String) })]),
          },
          authConfigDetails: expect.arrayContaining([
            expect.objectContaining({ mode: "OAUTH2" }),
            expect.objectContaining({ mode: "BEARER_TOKEN" }),
          ]),
        });
        await expect(toolkits.get("no-such-toolkit")).rejects.toMatchObject({
          name: legacy ? "ComposioToolkitFetchError" : "ComposioToolkitNotFoundError",
          cause: { status: 404, error: { error: { code: 404, suggested_fix: expect.any(String) } } },
        });
      });

      test("the getters of creation and initiation fields return what to ask for, by scheme", async () => {
        const oauth = await toolkits.getAuthConfigCreationFields("github", "OAUTH2");
        expect(oauth).toEqual(
          expect.arrayContaining([
            expect.objectContaining({
              name: "client_id",
              required: true,
              displayName: expect.any(String),
              type: "string",
            }),
            expect.objectContaining({ name: "client_secret", required: true }),
            expect.objectContaining({ required: false }),
          ]),
        );
        expect(
          (await toolkits.getAuthConfigCreationFields("github", "OAUTH2", { requiredOnly: true }))
            .map((field) => field.name)
            .sort(),
        ).toEqual(["client_id", "client_secret"]);
        const basic = await toolkits.getConnectedAccountInitiationFields("twilio", "BASIC", { requiredOnly: true });
        expect(basic.map((field) => field.name).sort()).toEqual(["password", "username"]);
        await expect(toolkits.getAuthConfigCreationFields("twilio", "SAML")).rejects.toMatchObject({
          name: "ComposioAuthConfigNotFoundError",
        });
      });

      test("authorize begins to connect through the toolkit's auth config, and reports a missing one", async () => {
        await expect(toolkits.authorize(userId, "asana")).rejects.toMatchObject({
          name: "ComposioAuthConfigNotFoundError",
          cause: {
            status: 400,
            error: { error: { message: expect.stringMatching(/asana/i), suggested_fix: expect.any(String) } },
          },
        });
        const credentials = {
          client_id: "asana-client",
          client_secret: "asana-secret-90d3aa",
          authorization_url: "http://127.0.0.1:9/authorize",
          token_url: "http://127.0.0.1:9/token",
        };
        const { id } = await composio.authConfigs.create("asana", {
          type: "use_custom_auth",
          authScheme: "OAUTH2",
          credentials,
        });
        try {
          for (const request of [
            await toolkits.authorize(userId, "asana"),
            await toolkits.authorize(userId, "asana", id),
          ]) {
            expect(request).toMatchObject({
              id: expect.stringMatching(/^ca_/),
              redirectUrl: expect.stringContaining(run().url),
            });
            expect(await composio.connectedAccounts.get(request.id)).toMatchObject({
              toolkit: { slug: "asana" },
              authConfig: { id },
            });
          }
        } finally {
          await composio.authConfigs.delete(id);
        }
      });

      test("files.upload and files.download reach the store, if the SDK takes an address of this machine", async () => {
        const content = Buffer.from(`what ${name} stores`.repeat(500));
        const file = path.join(folder, "notes.txt");
        writeFileSync(file, content);
        const files = noted(connectWith(name, { fileDownloadDir: folder }).files, called.files);
        const target = { toolSlug: "GMAIL_SEND_EMAIL", toolkitSlug: "gmail" };
        const s3Url = `${run().url}/logos/github`;
        if (!legacy) {
          const blocked = { name: "ComposioBlockedInternalUrlError" };
          await expect(files.upload({ file, ...target })).rejects.toMatchObject(blocked);
          await expect(
            files.download({ s3Url, toolSlug: target.toolSlug, mimeType: "image/svg+xml" }),
          ).rejects.toMatchObject(blocked);
          return;
        }
        const uploaded = await files.upload({ file, ...target });
        expect(uploaded).toMatchObject({
          name: expect.any(String),
          mimetype: expect.stringMatching(/^\w+\//),
          s3key: expect.stringMatching(new RegExp(`^proj_\\w+/gmail/GMAIL_SEND_EMAIL/request/${md5(content)}$`)),
        });
        expect(
          await files.upload({ file: new File([content], "notes.txt", { type: "text/plain" }), ...target }),
        ).toMatchObject({ mimetype: "text/plain", s3key: uploaded.s3key });
        const fetched = await files.download({ s3Url, toolSlug: target.toolSlug, mimeType: "image/svg+xml" });
        expect(md5(readFileSync(fetched.filePath))).toBe(md5(Buffer.from(await (await fetch(s3Url)).arrayBuffer())));
      });

      test("the tests call every method", () => {
        for (const part of ["toolkits", "files"] as const) {
          const { driven, inner, later } = plan[part];
          expect(methodsOf(composio[part]), part).toEqual([...driven, ...inner, ...later].sort());
          expect([...called[part]].sort(), part).toEqual([...driven].sort());
        }
      });
    });
}
