// Debian's packages for the workbench, in two tiers, and the progress of apt-get in installing them.
import { spawnSync } from "node:child_process";

/** The sandbox itself, and the programs that its description offers to agents. */
export const BASE = [
  ...["bubblewrap", "python3-seccomp", "python3-ipython", "python3-matplotlib-inline"],
  ...["python3-pandas", "python3-numpy", "python3-matplotlib", "python3-pil", "python3-tabulate", "python3-tqdm"],
  ...["python3-reportlab", "python3-docx", "python3-openpyxl", "python3-pdfminer", "python3-pypdf", "python3-lxml"],
  ...["python3-bs4", "python3-requests", "python3-httpx", "python3-yaml", "jq", "poppler-utils", "zip", "unzip"],
  // The workbench's description promises agents that it reads the text of pictures.
  "tesseract-ocr",
];

/** Large packages that few cells need: pictures, numbers, neural networks, conversions. */
export const FULL = [
  ...["python3-opencv", "python3-skimage", "python3-scipy", "python3-sklearn", "python3-torch"],
  ...["pandoc", "ffmpeg"],
];

/** Whether a package of this name is installed. */
export function isInstalled(name) {
  const { stdout } = spawnSync("dpkg-query", ["-W", "-f=${Status}", name], { encoding: "utf8" });
  return stdout?.trim() === "install ok installed";
}

/**
 * The text to show for a line of apt-get's status, such as `pmstatus:python3-pandas:62.5:Unpacking ...`; undefined for
 * other lines.
 */
export function progressOf(line) {
  const [, name, percent] = /^(?:pm|dl)status:([^:]+):(\d+)(?:\.\d+)?:/.exec(line) ?? [];
  if (percent === undefined) return undefined;
  return /^\d+$/.test(name) || name === "dpkg-exec" ? `${percent} %` : `${percent} %, ${name}`;
}
