// Checks random requests of the catalog's tools against the descriptions that their providers publish, and answers of
// these descriptions against the output schemas of the most used toolkits.
//   npm run fidelity                                        every description, 100 requests each; all answers
//   npm run fidelity -- --only answers --toolkit github     one half alone: answers, or requests
//   npm run fidelity -- --toolkit github --requests 2000 --seed 7 --rejects 20
import { parseArgs } from "node:util";
import { register } from "tsx/esm/api";

const { values } = parseArgs({
  options: {
    toolkit: { type: "string", multiple: true },
    seed: { type: "string", default: "1" },
    requests: { type: "string", default: "100" },
    rejects: { type: "string", default: "3" },
    only: { type: "string" },
  },
});
// The mock listens on loopback, where requests go only when the settings allow it.
process.env.PATCHBAY_OUTBOUND_ALLOW = "127.0.0.1:*";
process.env.PATCHBAY_LOG_LEVEL = "silent";
register();
const { runFidelity } = await import("./fidelity/run-fidelity.ts");
process.exitCode = await runFidelity({
  toolkits: values.toolkit,
  seed: Number(values.seed),
  requests: Number(values.requests),
  shown: Number(values.rejects),
  only: values.only,
});
