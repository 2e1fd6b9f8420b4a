/** The files that an answer names. */
import { expect, it } from "vitest";
import { filesNamedIn, toFileUri } from "./to-content";

it("are those below /mnt/files in fields for paths, each once; not what no file can be called", () => {
  const named = filesNamedIn({
    stdout_file_path: "/mnt/files/a b.txt",
    picture_file_paths: ["/mnt/files/a b.txt", "/mnt/files/ü.png", "/etc/passwd", 7, null],
    other: "/mnt/files/other",
    broken_file_path: "/mnt/files/\ud800",
    long_file_path: `/mnt/files/${"x".repeat(2_000)}`,
  });
  expect(named).toEqual(["/mnt/files/a b.txt", "/mnt/files/ü.png"]);
  expect(named.map(toFileUri)).toEqual(["file:///mnt/files/a%20b.txt", "file:///mnt/files/%C3%BC.png"]);
});
