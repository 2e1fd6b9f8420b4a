/** Files into and out of tools and the proxy, against a provider on loopback, with the real database and storage. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createUpload } from "@/lib/files/uploads";
import { requests, projectId, otherProjectId, run, md5, uploaded, failure } from "@/test/builders/file-tools";

describe("file arguments", () => {
  it("are streamed into a form with their name, type and known length", async () => {
    const bytes = randomBytes(25 * 1024 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    expect(
      (
        await run("LOOPBACK_FORM", {
          title: "t",
          file: await uploaded(bytes, { name: "big.bin", mimetype: "application/x-big" }),
        })
      ).successful,
    ).toBe(true);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 1024 * 1024);
    const [request] = requests;
    expect(Number(request?.headers["content-length"])).toBe(request?.body.length);
    const head = request?.body.subarray(0, 400).toString("latin1") ?? "";
    expect(head).toContain('name="file"; filename="big.bin"\r\ncontent-type: application/x-big\r\n\r\n');
    expect(request?.body.includes(bytes.subarray(-1000))).toBe(true);
  });

  it("may be a list, with a part for each", async () => {
    await run("LOOPBACK_FORM", {
      files: [await uploaded(Buffer.from("one"), { name: "1" }), await uploaded(Buffer.from("two"), { name: "2" })],
    });
    expect(
      requests[0]?.body
        .toString()
        .match(/name="files\[\]"; filename="\d"\r\ncontent-type: text\/plain\r\n\r\n(one|two)/g),
    ).toHaveLength(2);
  });

  it("may be the whole body", async () => {
    await run("LOOPBACK_BYTES", {
      content: await uploaded(Buffer.from("\0\x01\xff", "latin1"), { mimetype: "image/png" }),
    });
    expect([requests[0]?.headers["content-type"], requests[0]?.headers["content-length"], requests[0]?.body]).toEqual([
      "image/png",
      "3",
      Buffer.from("\0\x01\xff", "latin1"),
    ]);
  });

  it("reach composite tools, such as an email with an attachment of 24 MB", async () => {
    const bytes = randomBytes(24 * 1024 * 1024);
    const response = await run("LOOPBACK_SEND_EMAIL", {
      recipient_email: "a@example.com",
      subject: "S",
      body: "B",
      attachment: await uploaded(bytes, { name: "r.pdf", mimetype: "application/pdf" }),
    });
    expect(response.error).toBeNull();
    expect(requests[0]?.url).toContain("/upload/gmail/v1/users/me/messages/send");
    const mail = requests[0]?.body.toString("latin1") ?? "";
    const start = mail.indexOf("\r\n\r\n", mail.search(/filename="?r\.pdf/)) + 4;
    const encoded = mail.slice(start, mail.indexOf("--", start));
    expect(md5(Buffer.from(encoded, "base64"))).toBe(md5(bytes));
  });

  it("return 404 for an unknown or foreign key and 422 for anything but a file, and send nothing", async () => {
    const mine = await uploaded(Buffer.from("mine"));
    const foreign = await failure(run("LOOPBACK_FORM", { file: mine }, otherProjectId));
    expect([foreign.status, foreign.message]).toEqual([
      404,
      expect.stringMatching(/^file: There is no file with the key/),
    ]);
    const { key } = await createUpload(projectId, {
      toolkitSlug: "loopback",
      toolSlug: "ANY",
      name: "n",
      mimetype: "text/plain",
      md5: md5(Buffer.from("never")),
    });
    expect((await failure(run("LOOPBACK_FORM", { file: { ...mine, s3key: key } }))).message).toContain(
      "never uploaded",
    );
    expect((await failure(run("LOOPBACK_FORM", { file: { name: "x" } }))).status).toBe(422);
    expect(
      (
        await failure(
          run("LOOPBACK_SEND_EMAIL", { recipient_email: "a@b.c", subject: "s", attachment: mine }, otherProjectId),
        )
      ).status,
    ).toBe(404);
    expect(requests).toEqual([]);
  });
});
