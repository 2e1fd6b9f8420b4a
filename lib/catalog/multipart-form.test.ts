import { expect, it } from "vitest";
import { multipartForm } from "./multipart-form";

it("writes texts and files so that a reader of forms finds them again", async () => {
  const file = { name: 'a"\r\nx: y.png', mimetype: "image/png\r\nx-evil: 1", bytes: Buffer.from([0, 13, 10, 255]) };
  const { headers, rawBody } = multipartForm([
    ["type", "image"],
    ["count", 3],
    ["left out", undefined],
    ["file", file],
  ]);
  const form = await new Response(rawBody as BodyInit, { headers }).formData();
  expect([...form.keys()]).toEqual(["type", "count", "file"]);
  expect(form.get("count")).toBe("3");
  const content = form.get("file") as File;
  expect(Buffer.from(await content.arrayBuffer())).toEqual(file.bytes);
  expect(Buffer.from(rawBody).toString("latin1")).not.toMatch(/\r\nx(-evil)?: /);
});
