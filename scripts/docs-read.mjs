// Notes that guides were read again after operations that they name have changed.
//   npm run docs:read -- [docs/run-tools/executing.md ...]
import { register } from "tsx/esm/api";

register();
const { markGuidesRead } = await import("./docs/mark-read.ts");
const changed = markGuidesRead(process.argv.slice(2));
console.log(changed.length > 0 ? changed.join("\n") : "Every guide is marked as read.");
