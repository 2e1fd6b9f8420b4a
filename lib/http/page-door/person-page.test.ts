/** Forms of our own pages: who may send them, and how large they may be. */
import { expect, it } from "vitest";
import { readOwnForm, readVisitor } from "./person-page";

const post = (body: BodyInit, headers: Record<string, string> = { origin: "http://localhost:3000" }): Request =>
  new Request("http://localhost:3000/connect/ln_x", { method: "POST", body, headers, duplex: "half" } as RequestInit);

it("reads the fields of a form that comes from this server's page", async () => {
  expect(await readOwnForm(post("api_key=a%20b&action=connect"))).toEqual({ api_key: "a b", action: "connect" });
});

it.each([undefined, "null", "https://evil.example"])("403: refuses a form that %s sent", async (origin) => {
  await expect(readOwnForm(post("a=b", origin === undefined ? {} : { origin }))).rejects.toMatchObject({ status: 403 });
});

it("403: refuses a form of another site, whatever Host it names; a tunnel to this machine is none", async () => {
  const openPage = (host: string) =>
    readOwnForm(new Request(`${host}/connect/ln_x`, { method: "POST", body: "a=b", headers: { origin: host } }));
  for (const host of ["http://evil.example", "https://localhost.evil.example", "http://192.0.2.1:3000"])
    await expect(openPage(host)).rejects.toMatchObject({ status: 403 });
  for (const host of ["http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:3000"])
    expect(await openPage(host)).toEqual({ a: "b" });
});

it("413: stops reading a form without a length once it is too large", async () => {
  let count = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      count += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  await expect(readOwnForm(post(endless))).rejects.toMatchObject({ status: 413 });
  expect(count).toBeLessThan(1024 * 1024);
});

it("reads the browser cookie among others, and accepts no other value", () => {
  const browserOf = (cookie: string) =>
    readVisitor(new Request("http://localhost:3000/connect/ln_x", { headers: { cookie } }), {
      url: new URL("http://localhost:3000/connect/ln_x"),
      requestId: "r",
    }).browser;
  const id = `br_${"a".repeat(32)}`;
  expect(browserOf(`theme=dark;patchbay.connect=${id}; x`)).toBe(id);
  for (const other of ["", "theme=dark", `xpatchbay.connect=${id}`, `patchbay.connect=${id}a`, "patchbay.connect=%zz"])
    expect([other, browserOf(other)]).toEqual([other, null]);
});
