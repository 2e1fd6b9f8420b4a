/** The folder of the sockets between the processes of a server, on a machine that other users share. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeSocketsFolder } from "./sockets-folder.mjs";

const root = mkdtempSync(path.join(tmpdir(), "pb-sockets-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const newData = (name: string): string => {
  const folder = path.join(root, name);
  mkdirSync(folder);
  return folder;
};
const modeOf = (file: string): number => statSync(file).mode & 0o777;

it("is open to this user alone, also where an open folder with sockets of an earlier run was", () => {
  const data = newData("left");
  mkdirSync(path.join(data, "processes"), { mode: 0o777 });
  chmodSync(path.join(data, "processes"), 0o777);
  writeFileSync(path.join(data, "processes", "process-1.sock"), "");
  const { folder, remove } = makeSocketsFolder(data);
  expect([folder, modeOf(folder), readdirSync(folder)]).toEqual([path.join(data, "processes"), 0o700, []]);
  remove();
  expect(existsSync(folder)).toBe(false);
});

it("follows no link at its place", () => {
  const data = newData("linked");
  const elsewhere = newData("elsewhere");
  writeFileSync(path.join(elsewhere, "a file"), "");
  chmodSync(elsewhere, 0o755);
  symlinkSync(elsewhere, path.join(data, "processes"));
  const { folder, remove } = makeSocketsFolder(data);
  expect(modeOf(folder)).toBe(0o700);
  remove();
  expect([modeOf(elsewhere), readdirSync(elsewhere)]).toEqual([0o755, ["a file"]]);
});

it("is a new folder of a random name below /tmp if the path in the data folder is too long for a socket", () => {
  const data = newData("long".repeat(30));
  const [first, second] = [makeSocketsFolder(data), makeSocketsFolder(data)];
  for (const { folder } of [first, second]) {
    expect([folder, modeOf(folder)]).toEqual([expect.stringMatching(/^\/tmp\/patchbay-processes-\w{6}$/), 0o700]);
    expect(Buffer.byteLength(path.join(folder, "process-64.sock"))).toBeLessThanOrEqual(103);
  }
  expect(first.folder).not.toBe(second.folder);
  for (const { remove } of [first, second]) remove();
});

const CONNECT = `require("node:net").connect(process.argv[1])
  .on("connect", function () { console.log("connected"); this.end(); })
  .on("error", ({ code }) => console.log(code));`;

it.skipIf(process.getuid?.() !== 0)(
  "another user of the machine reaches no socket in it, whatever the socket's mode",
  async () => {
    const data = newData("shared");
    for (const folder of [root, data]) chmodSync(folder, 0o755);
    const { folder, remove } = makeSocketsFolder(data);
    const file = path.join(folder, "process-1.sock");
    const server = createServer((socket) => socket.end()).listen(file);
    await once(server, "listening");
    chmodSync(file, 0o777);
    const connectAs = (uid?: number) =>
      spawnSync(process.execPath, ["-e", CONNECT, file], {
        encoding: "utf8",
        cwd: "/",
        ...(uid && { uid, gid: uid }),
      }).stdout.trim();
    expect(connectAs(65_534)).toBe("EACCES");
    server.close();
    remove();
  },
);
