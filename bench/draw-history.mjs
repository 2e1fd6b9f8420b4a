// Draws the history of the benchmarks: a line for each figure, with a mark where it changed by more than 5 %.

import { describeChange, isNotable, isWorse } from "./change.mjs";

const WIDTH = 760;
const [LEFT, RIGHT, TOP] = [300, 110, 36];
const ROW = 44;
const LINE = 28;

/** Figures in the picture: those that the speed of the machine changes least. */
const isDrawn = (name) =>
  /, times |cpuMsAnEvent|^memory serverMb$|^events ingress (perSecond|deliveredPerSecond)$|^events ways at \d+ p\d+Ms$/.test(
    name,
  );

const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

/** The runs that have a figure, with their places in the picture. */
function pointsOf(runs, name) {
  const points = runs.flatMap(({ figures, time, commit }, index) =>
    figures[name] === undefined ? [] : [{ value: figures[name], time, commit, index }],
  );
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = runs.length > 1 ? (WIDTH - LEFT - RIGHT) / (runs.length - 1) : 0;
  return points.map((point, position) => ({
    ...point,
    x: LEFT + point.index * step,
    y: high === low ? LINE / 2 : LINE - ((point.value - low) / (high - low)) * LINE,
    change: points[position - 1]?.value ? point.value / points[position - 1].value - 1 : 0,
  }));
}

function drawPoint({ x, y, value, time, commit, change }, name, top) {
  const isMarked = isNotable(change);
  const kind = isMarked ? (isWorse(name, change) ? "worse" : "better") : "same";
  const share = isMarked ? `, ${describeChange(change)}` : "";
  const title = `${time.slice(0, 10)} ${commit ?? ""}: ${value}${share}`;
  return `<circle class="${kind}" cx="${x.toFixed(1)}" cy="${(top + y).toFixed(1)}" r="${isMarked ? 4 : 2.5}"><title>${escape(title)}</title></circle>`;
}

function drawFigure(name, runs, top) {
  const points = pointsOf(runs, name);
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${(top + y).toFixed(1)}`).join(" ");
  const last = points.at(-1);
  return [
    `<text x="0" y="${top + LINE / 2 + 4}">${escape(name)}</text>`,
    `<polyline points="${line}"/>`,
    ...points.map((point) => drawPoint(point, name, top)),
    `<text x="${WIDTH - RIGHT + 14}" y="${top + LINE / 2 + 4}">${last.value}</text>`,
  ].join("\n");
}

const STYLE = `text{font:13px system-ui,sans-serif;fill:#475569}
polyline{fill:none;stroke:#64748b;stroke-width:1.5}
.same{fill:#64748b}.better{fill:#16a34a}.worse{fill:#dc2626}
@media(prefers-color-scheme:dark){text{fill:#cbd5e1}polyline{stroke:#94a3b8}.same{fill:#94a3b8}.better{fill:#4ade80}.worse{fill:#f87171}}`;

/**
 * The history as an SVG, for light and dark pages.
 * @param {{ time: string, commit: string | null, figures: Record<string, number> }[]} runs the oldest first
 * @returns {string}
 */
export function drawHistory(runs) {
  const names = [...new Set(runs.flatMap(({ figures }) => Object.keys(figures)))].filter(isDrawn);
  const height = TOP + names.length * ROW;
  const [first, last] = [runs[0], runs.at(-1)].map(({ time }) => time.slice(0, 10));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Figures of the benchmarks from ${first} to ${last}">
<style>${STYLE}</style>
<text x="0" y="16">${runs.length} ${runs.length === 1 ? "run" : "runs"}, ${first} to ${last}; red: worse by more than 5 %, green: better</text>
${names.map((name, index) => drawFigure(name, runs, TOP + index * ROW)).join("\n")}
</svg>
`;
}
