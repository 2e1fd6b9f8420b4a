/** Makes an owner, a project and a key in a running product, as an operator without a browser does. */
import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { inRoot, root } from "../../scripts/paths.mjs";
import { type Product, productEnvironment } from "./product";
import { type Account, findRun } from "./run";

type Place = Pick<Product, "url" | "dataDir">;
type Options = { email: string; project: string };
type Answer = { id: number; account?: Account; failure?: string };

const environmentOf = ({ url, dataDir }: Place): NodeJS.ProcessEnv =>
  productEnvironment(dataDir, Number(new URL(url).port));

/** Runs `npm run -s provision` against the product. */
async function runCommand(product: Place, { email, project }: Options): Promise<Account> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [inRoot("scripts/provision.mjs"), "--email", email, "--project", project],
    { cwd: root, env: environmentOf(product) },
  );
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Account;
}

let child: Promise<ChildProcess> | undefined;
let messages = 0;

async function startChild(product: Place): Promise<ChildProcess> {
  const started = fork(inRoot("e2e/harness/provision-child.mjs"), { cwd: root, env: environmentOf(product) });
  const [message] = (await Promise.race([once(started, "message"), once(started, "exit")])) as unknown[];
  if (typeof message !== "object") throw new Error("The child that provisions ended");
  // It ends with this process, and does not keep it.
  started.unref();
  started.channel?.unref();
  return started;
}

/** The next call tries again. */
function forgetChild(error: unknown): never {
  child = undefined;
  throw error;
}

/** Does the same in a process that stays: loading the commands takes much longer than what they do. */
async function askChild(product: Place, options: Options): Promise<Account> {
  const started = await (child ??= startChild(product).catch(forgetChild));
  const id = ++messages;
  const answer = new Promise<Answer>((resolve) => {
    const take = (message: Answer): void => {
      if (message.id !== id) return;
      started.off("message", take);
      resolve(message);
    };
    started.on("message", take);
  });
  started.send({ id, ...options });
  const { account, failure } = await answer;
  if (!account) throw new Error(failure);
  return account;
}

/** The password is null when the owner exists already. */
export const provision = (product: Place, options: Options): Promise<Account> =>
  findRun()?.dataDir === product.dataDir ? askChild(product, options) : runCommand(product, options);
