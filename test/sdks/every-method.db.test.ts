/** Every method of the official SDKs for TypeScript and Python, unmodified: only the base URL is another. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "@/lib/kernel/process/env";
import { findTestPackage, prepareTestPackages, PYTHON_SDK_VERSION } from "@/scripts/check/test-packages.mjs";
import { checkCompatibility } from "../clients/check-compatibility";
import { drivePythonSdk, driveTypescriptSdks, type SdkReport } from "../clients/drive-sdks";
import { type SdkStand, startSdkStand } from "../clients/sdk-stand";
import { PUBLIC_URL } from "../servers/outside/public-address";

await prepareTestPackages(["python-sdk"]);
const { isHere, without } = findTestPackage("python-sdk");
let stand: SdkStand;

beforeAll(async () => void (stand = await startSdkStand()), 300_000);
afterAll(() => stand.stop());

const failures = ({ steps, methods }: SdkReport): string[] => [
  ...Object.entries(steps).flatMap(([name, result]) => (result === "ok" ? [] : [`${name}: ${result}`])),
  ...Object.entries(methods).flatMap(([name, state]) =>
    state === "missed" || state === "fails" ? [`${name} ${state}`] : [],
  ),
];

it.skipIf(!isHere)(
  `every method of composio ${PYTHON_SDK_VERSION} works, and its public snippets do${without}`,
  async () => {
    env().publicUrl = PUBLIC_URL;
    const parts = ["catalog", "accounts", "events", "sessions", "frameworks", "snippets"];
    const report = await drivePythonSdk(stand, parts);
    expect(failures(report).join("\n")).toBe("");
    expect(Object.keys(report.steps).length).toBeGreaterThanOrEqual(170);
    checkCompatibility(`Python ${PYTHON_SDK_VERSION}`, report);
  },
);

it.skipIf(!isHere)(`its packages for OpenAI Agents, Vertex AI, Gemini and CrewAI execute tools${without}`, async () => {
  env().publicUrl = PUBLIC_URL;
  const { steps } = await drivePythonSdk(stand, ["heavy_frameworks"]);
  expect(failures({ steps, methods: {} }).join("\n")).toBe("");
  expect(Object.keys(steps).length).toBeGreaterThanOrEqual(9);
});

it("every method of core 0.5.4, 0.19.0 and 0.21.0 works, if its client can send it", async () => {
  env().publicUrl = stand.url;
  const reports = await driveTypescriptSdks(stand);
  expect(Object.keys(reports)).toEqual(["core 0.5.4", "core 0.19.0", "core 0.21.0"]);
  for (const [sdk, report] of Object.entries(reports)) {
    expect(failures(report).join("\n"), sdk).toBe("");
    checkCompatibility(sdk, report);
  }
});
