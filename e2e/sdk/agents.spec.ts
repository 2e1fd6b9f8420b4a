/**
 * The product's main promise: an agent that knows only meta tools finds a tool, has its user connect an account in a
 * browser, and does the work.
 */
import { expect, test } from "@playwright/test";
import { consent } from "../fixtures/browser";
import {
  type Emulators,
  GITHUB_LOGIN,
  GITHUB_REPO,
  githubIssues,
  githubOverrides,
  startEmulators,
} from "../fixtures/emulators";
import { apiOf, createAuthConfig } from "../fixtures/api";
import { provision } from "../harness/provision";
import { run } from "../harness/run";
import { agents } from "./framework-agents";
import { DONE, startScriptedModel, taskOf } from "./scripted-model";
import { catchWarnings } from "./sdks";

const repository = { owner: GITHUB_LOGIN, repo: GITHUB_REPO };
const jobs: Parameters<typeof startScriptedModel>[0] = new Map();
let emulators: Emulators;
let model: Awaited<ReturnType<typeof startScriptedModel>>;
let apiKey: string;

test.beforeAll(async () => {
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
  model = await startScriptedModel(jobs);
  // A project of its own: other files connect GitHub too, and sessions take the newest auth config of the project.
  const project = `Agents ${process.env.TEST_WORKER_INDEX ?? ""}`;
  apiKey = (await provision(run(), { email: run().email, project })).api_key;
  const api = apiOf(run().url, apiKey);
  const credentials = githubOverrides(emulators);
  await createAuthConfig(api, { toolkit: "github", scheme: "OAUTH2", credentials });
});
test.afterAll(async () => {
  emulators.stop();
  await model.stop();
});

for (const [name, work] of Object.entries(agents)) {
  test(`${name}: an agent finds the tool, connects GitHub with its user, and opens the issue once`, async ({
    page,
  }) => {
    const title = `Opened by an agent of ${name}`;
    const link = new Promise<string>((showLink) => jobs.set(title, { repository, showLink }));
    const caught = catchWarnings();
    try {
      const working = work({ apiKey, modelUrl: model.url, userId: `agent-${name}`, task: taskOf(title) });
      // The person signs in while the agent waits. An agent that ends before it shows a link has failed.
      await Promise.all([working, link.then((address) => consent(page, address, GITHUB_LOGIN))]);
      expect(await working).toBe(DONE);
    } finally {
      caught.release();
    }
    expect((await githubIssues(emulators)).filter((issue) => issue.title === title)).toHaveLength(1);
    expect(caught.warnings.filter((warning) => !/^unknown format "[\w-]+" ignored/.test(warning))).toEqual([]);
  });
}
