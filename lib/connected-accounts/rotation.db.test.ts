/**
 * Rotating refresh tokens under `kill -9`: what is lost is at most what was killed between the provider's answer and
 * our commit.
 */
import { fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { type Client, newClient, visit } from "@/test/clients/connect-api";
import { type OAuthServer, startOAuthServer } from "@/test/servers/oauth-server.mjs";
import { CALLBACK, giveConsent, installConnectToolkits } from "@/test/servers/oauth-providers";
import { openAccountValues } from "./account-values";
import { requireResolved } from "./accounts/accounts";
import { refreshNow } from "./credentials/open-credentials";
import { leaseTimes } from "./credentials/refresh-lease";
import { ON } from "@/test/builders/origin";
import { testProgram } from "@/test/setup/test-program";

/** `npm run soak -- rotations` runs more. */
const ROTATIONS = Number(process.env.PATCHBAY_SOAK_ROTATIONS ?? 30);
const KILLS = Number(process.env.PATCHBAY_SOAK_KILLS ?? 5);
const SETTLES_MS = 250;
/** A soak takes minutes, so it prints its progress. */
const TOLD_EVERY = 10;
const tell = (line: string) => process.stdout.write(`${line}\n`);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let client: Client;
let server: OAuthServer;
let config: string;

beforeAll(async () => {
  Object.assign(leaseTimes(), { lease: 1000, grace: 500 });
  await installConnectToolkits();
  [client, server] = [await newClient(), await startOAuthServer({ redirectUri: CALLBACK, accessTokenSeconds: 600 })];
  const response = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "strict" },
    auth_config: { type: "use_custom_auth", authScheme: "OAUTH2", credentials: server.credentials },
  });
  config = response.body.auth_config.id;
});
afterAll(() => server.stop());

async function newAccount(): Promise<string> {
  const { body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: "ada" },
  });
  await visit(await giveConsent((await visit(body.redirect_url)).location ?? "", "ada"));
  return body.id;
}

const storedToken = async (id: string) =>
  openAccountValues(client.projectId, id, (await requireResolved(client.projectId, id)).credentials).refresh_token;

/** Rotates in a process of its own, `count` times and a part of the next one; then kills it. */
async function rotateAndKill(id: string, count: number): Promise<number> {
  const child = fork(testProgram("test/children/rotate-child.ts"), [client.projectId, id, "strict"], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  let rotated = 0;
  await new Promise<void>((resolve, reject) => {
    child.on("message", () => {
      if (++rotated === count) resolve();
    });
    child.once("exit", (code) => reject(new Error(`the child ended with ${code}`)));
  });
  await pause(randomInt(0, 30));
  child.removeAllListeners("exit");
  const childExit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await childExit;
  await pause(SETTLES_MS);
  return rotated;
}

it(`loses no refresh token in ${ROTATIONS} rotations with ${KILLS} kills, except by a kill just before the commit`, {
  timeout: 180_000 + KILLS * 15_000 + ROTATIONS * 500,
}, async () => {
  const scheme = (await requireToolkit(client.projectId, "strict")).authSchemes[0];
  if (!scheme) throw new Error("no scheme");
  let id = await newAccount();
  let [rotations, hits] = [0, 0];
  for (let kill = 0; kill < KILLS; kill++) {
    rotations += await rotateAndKill(id, Math.max(1, Math.round(ROTATIONS / KILLS) - 1));
    // The provider's newest token shows whether an answer was on its way: the database has it, or the kill was faster.
    const isHit = (await storedToken(id)) !== server.refreshTokens.at(-1);
    if (isHit) hits++;
    const renewal = refreshNow(client.projectId, await requireResolved(client.projectId, id), scheme, {
      because: "the next process",
      on: ON,
    });
    if (isHit) {
      await expect(renewal).rejects.toMatchObject({ details: { code: 1803 } });
      expect((await client.call("GET", `/connected_accounts/${id}`)).body).toMatchObject({
        status: "EXPIRED",
        status_reason: expect.stringContaining("invalid_grant") as string,
      });
      id = await newAccount();
    } else {
      expect(await server.accepts((await renewal).values.access_token)).toBe(true);
      rotations++;
    }
    if ((kill + 1) % TOLD_EVERY === 0) tell(`so far ${rotations} rotations, ${kill + 1} kills, ${hits} hits`);
  }
  tell(`${rotations} rotations, ${KILLS} kills, ${hits} of them between the provider's answer and the commit`);
  expect(rotations).toBeGreaterThanOrEqual(ROTATIONS - hits);
  expect(hits).toBeLessThanOrEqual(KILLS);
});
