/** The product's main promise: an agent that knows only meta tools finds a tool, has its user connect an account in a browser, and does the work. */
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
import { run } from "../harness/run";
import { agents } from "./framework-agents";
import { DONE, startScriptedModel, taskOf } from "./scripted-model";
import { catchWarnings } from "./sdks";

const repository = { owner: GITHUB_LOGIN, repo: GITHUB_REPO };
const jobs: Parameters<typeof startScriptedModel>[0] = new Map();
let emulators: Emulators;
let model: Awaited<ReturnType<typeof startScriptedModel>>;

test.beforeAll(async () => {
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
  model = await startScriptedModel(jobs);
  const api = apiOf(run().url, run().api_key);
  const credentials = githubOverrides(emulators);
  // The newest one for the toolkit, which is the one that sessions connect through.
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
      const working = work({ modelUrl: model.url, userId: `agent-${name}`, task: taskOf(title) });
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
