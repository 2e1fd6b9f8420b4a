// `npm run words`: counts what docs/reference/words.md rules out. `-- PATH` lists each place, `-- --lower` lowers the
// bounds, `-- --moved` carries bounds along after files moved between rooms.
import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { boundedCounts, lowerBounds, moveBounds, readBounds, sumByRoom, sumOf, writeBounds } from "./words/bounds.mjs";
import { listPlaces, LONG_COMMENT, LONG_LINE } from "./words/count-file.mjs";
import { readProject } from "./words/read-project.mjs";
import { contractFolders, FULL_FOLDER, fullFolders, importCircles, undescribedRooms } from "./words/tree.mjs";

const share = (part, whole, scale = 100) => (whole ? ((part ?? 0) / whole) * scale : 0);

const COLUMNS = [
  ["comments", (sum) => sum.comments],
  ["marked", (sum) => sum.dialect],
  ["%", (sum) => share(sum.dialect, sum.comments).toFixed(1)],
  ["may", (sum) => sum.mayOnly],
  ["names", (sum) => sum.names],
  ["partic.", (sum) => sum.participles],
  ["per 1000", (sum) => share(sum.participles, sum.names, 1000).toFixed(1)],
  ["one/own/at", (sum) => sum.standIns],
  [`>${LONG_LINE}`, (sum) => sum.longLines],
  [`//>${LONG_COMMENT}`, (sum) => sum.longComments],
  ["unnamed", (sum) => sum.unnamed],
];

const row = (name, cells) => name.padEnd(30) + cells.map((cell) => String(cell ?? 0).padStart(11)).join("");

/** Rooms by the number of marks and participles, the highest first. */
function printTable(rooms, total) {
  const weight = ([, sum]) => sum.dialect + sum.participles;
  console.log(
    row(
      "room",
      COLUMNS.map(([title]) => title),
    ),
  );
  for (const [room, sum] of [...[...rooms].sort((a, b) => weight(b) - weight(a)), ["all", total]])
    console.log(
      row(
        room,
        COLUMNS.map(([, valueOf]) => valueOf(sum)),
      ),
    );
}

function printTree({ files, counts }, total) {
  const named = share(total.libFiles - (total.unnamed ?? 0), total.libFiles).toFixed(0);
  console.log(
    `\nlib files named for an export: ${named} % of ${total.libFiles}; ` +
      `sharing no word with one: ${share(total.differs, total.libFiles).toFixed(0)} %`,
  );
  const lists = [
    [`folders of over ${FULL_FOLDER} files`, fullFolders(files)],
    ["folders of one contract.ts", contractFolders(files)],
    ["circles of imports, with types", importCircles(counts).map((circle) => circle.join(" "))],
    ["rooms missing in docs/reference/architecture.md", undescribedRooms(files)],
  ];
  for (const [title, items] of lists) console.log([`${title}: ${items.length}`, ...items].join("\n  "));
}

function printPlaces(paths, { counts }) {
  for (const file of counts.keys())
    if (paths.some((start) => file === start || file.startsWith(`${start}/`)))
      for (const { line, what } of listPlaces(file, readFileSync(inRoot(file), "utf8")))
        console.log(`${file}:${line} ${what}`);
}

const project = readProject();
const rooms = sumByRoom(project.counts);
const words = process.argv.slice(2);
if (words.includes("--lower")) writeBounds(lowerBounds(boundedCounts(project), readBounds()));
else if (words.includes("--moved")) writeBounds(moveBounds(boundedCounts(project), readBounds()));
else if (words.length > 0)
  printPlaces(
    words.map((word) => word.replace(/^\.\/|\/+$/g, "")),
    project,
  );
else {
  printTable(rooms, sumOf(rooms));
  printTree(project, sumOf(rooms));
}
