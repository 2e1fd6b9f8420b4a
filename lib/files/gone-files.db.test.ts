/** A file that ends while its content comes: the content ends with it. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { PUT } from "@/app/api/v3/internal/patchbay/files/[ticket]/[filename]/route";
import { pool } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { createTestOwner } from "@/test/builders/owners";
import { createUpload } from "./uploads";

it("404: leaves no content behind, which nobody would delete", async () => {
  const { projectId } = await createTestOwner();
  const { id, key, url } = await createUpload(projectId, {
    toolkitSlug: "gmail",
    toolSlug: "GMAIL_SEND_EMAIL",
    name: "a.txt",
    mimetype: "text/plain",
    md5: "900150983cd24fb0d6963f7d28e17f72", // of "abc"
  });
  const parts = ["a", "bc"];
  const body = new ReadableStream({
    async pull(to) {
      if (parts.length === 1) await pool().query("DELETE FROM file WHERE id = $1", [id]);
      const part = parts.shift();
      return part === undefined ? to.close() : to.enqueue(Buffer.from(part));
    },
  });
  const [ticket = "", filename = ""] = new URL(url).pathname.split("/").slice(-2);
  const init: RequestInit & { duplex: "half" } = {
    method: "PUT",
    body,
    duplex: "half",
    headers: { "content-type": "text/plain" },
  };
  expect((await PUT(new Request(url, init), { params: Promise.resolve({ ticket, filename }) })).status).toBe(404);
  const files = path.join(env().dataDir, "files");
  expect([existsSync(path.join(files, key)), readdirSync(path.join(files, ".partial"))]).toEqual([false, []]);
});
