/** The progress of installing the workbench's packages, read from apt-get's output. */
import { expect, it } from "vitest";
import { BASE, FULL, progressOf } from "./workbench-packages.mjs";

it("a line of apt-get's status becomes a percentage and the package", () => {
  expect(progressOf("pmstatus:python3-pandas:62.5000:Unpacking python3-pandas (amd64)")).toBe("62 %, python3-pandas");
  expect(progressOf("dlstatus:12:30.25:Retrieving file 12 of 40 (4s remaining)")).toBe("30 %");
  expect(progressOf("pmstatus:dpkg-exec:80:Running dpkg")).toBe("80 %");
  expect(progressOf("Setting up python3-pandas (1.5.3) ...")).toBeUndefined();
});

it("a package stands in one tier, once", () => {
  const all = [...BASE, ...FULL];
  expect(new Set(all).size).toBe(all.length);
});

it("what agents are told that the workbench reads is of the tier that everybody has", () => {
  expect(BASE).toEqual(
    expect.arrayContaining(["tesseract-ocr", "python3-pdfminer", "python3-docx", "python3-openpyxl"]),
  );
});
