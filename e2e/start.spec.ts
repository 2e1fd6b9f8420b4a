/** `npm start` as an operator meets it: its sentences, its second run, and how it ends. */
import { execFile, execFileSync } from "node:child_process";
import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import { inRoot, root } from "../scripts/paths.mjs";
import { freePort } from "../scripts/postgres/postgres.mjs";
import { type Product, productEnvironment, startProduct } from "./harness/product";
import { run } from "./harness/run";

type Exit = { code: number; output: string };

/** Runs the start command in cases where it must end without help. */
const startAndFail = (dataDir: string, port: number, extra: Record<string, string> = {}): Promise<Exit> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [inRoot("scripts/start.mjs")],
      { cwd: root, env: productEnvironment(dataDir, port, extra), timeout: 60_000 },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr }),
    );
  });

const processesOn = (dataDir: string): string[] =>
  execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes("postgres") && line.includes(dataDir));

/** The server's own process: a child of the start command. */
const serverOf = ({ pid }: Product): number =>
  Number(
    /^ *(\d+) .*server-process/m.exec(
      execFileSync("ps", ["-o", "pid,args", "--ppid", String(pid)], { encoding: "utf8" }),
    )?.[1],
  );

const portOf = (product: Product): number => Number(new URL(product.url).port);

test.describe("npm start", () => {
  // Each starts a server of its own, and waits for most of its time.
  test.describe.configure({ mode: "parallel" });

  test("a wrong setting stops it with a sentence each, without a stack", async () => {
    const { code, output } = await startAndFail(run().dataDir, 1, {
      PATCHBAY_SECRET: "short",
      PATCHBAY_OUTBOUND_ALLOW: "everything",
    });
    expect(code).toBe(1);
    expect(output).toContain("PATCHBAY_SECRET must have at least 32 characters");
    expect(output).toContain("PATCHBAY_OUTBOUND_ALLOW must be a comma-separated list");
    expect(output).not.toContain("    at ");
  });

  test("a taken port stops it with a sentence that names PORT", async () => {
    const port = Number(new URL(run().url).port);
    const { code, output } = await startAndFail(test.info().outputPath("data"), port);
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`Port ${port} on 127.0.0.1 is in use .* PORT=\\d+ npm start`));
  });

  test("a second start on the same data folder stops with a sentence, and the first goes on", async ({ request }) => {
    const { code, output } = await startAndFail(run().dataDir, 1);
    expect(code).toBe(1);
    expect(output).toContain("Patchbay already runs on the data folder");
    expect((await request.get(`${run().url}/api/health`)).status()).toBe(200);
  });

  test("another secret than the database's stops it with a sentence, without a stack, and the right one starts it", async () => {
    test.setTimeout(300_000);
    const first = await startProduct();
    await first.kill();
    const { code, output } = await startAndFail(first.dataDir, portOf(first), {
      PATCHBAY_SECRET: "another-".repeat(5),
    });
    expect([code, output]).toEqual([1, expect.stringContaining("PATCHBAY_SECRET is not the secret of this database")]);
    expect(output).not.toContain("    at ");
    const second = await startProduct({}, { dataDir: first.dataDir });
    await second.stop();
  });

  test(
    "kill -9 leaves no PostgreSQL behind; the next start does nothing twice and prints a new link; " +
      "SIGTERM lets a running request end",
    async ({ request }) => {
      test.setTimeout(300_000);
      const first = await startProduct();
      expect(first.output()).toMatch(/\/setup\?token=setup_\w+/);
      process.kill(first.pid, "SIGKILL");
      await expect.poll(() => processesOn(first.dataDir)).toEqual([]);

      const second = await startProduct({}, { dataDir: first.dataDir });
      expect((await request.get(`${second.url}/api/health`)).status()).toBe(200);
      expect(second.output()).not.toMatch(/Building|Bundling|Generating|Installing/);

      const answer = await slowRequest(portOf(second), () => process.kill(second.pid, "SIGTERM"));
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      await second.stop();
      expect(processesOn(first.dataDir)).toEqual([]);
    },
  );

  test("a server that ends on its own is started again, and PostgreSQL stays up meanwhile", async ({ request }) => {
    test.setTimeout(300_000);
    const product = await startProduct();
    const database = processesOn(product.dataDir)[0];
    const first = serverOf(product);
    process.kill(first, "SIGKILL");
    await expect
      .poll(
        () =>
          request.get(`${product.url}/api/health`).then(
            (answer) => answer.status(),
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(200);
    expect(serverOf(product)).not.toBe(first);
    expect(processesOn(product.dataDir)[0]).toBe(database);
    expect(product.output()).toContain("The server ended on its own (SIGKILL); starting it again.");
    await product.stop();
    expect(product.output()).toContain("Stopped.");
    expect(processesOn(product.dataDir)).toEqual([]);
  });
});

test("the port shows the progress from the beginning, and the page ends on the product by itself", async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const starting = startProduct({}, { port });
  const open = (): Promise<number> =>
    page.goto(`${url}/docs`).then(
      (response) => response?.status() ?? 0,
      () => 0,
    );
  await expect.poll(open, { timeout: 60_000, intervals: [50] }).toBe(503);
  await expect(page).toHaveTitle("Patchbay is starting");
  await expect(page.getByRole("listitem").filter({ hasText: "Loading the catalog" })).toBeVisible();
  expect((await request.get(`${url}/api/health/ready`)).status()).toBe(503);

  const product = await starting;
  await expect(page).not.toHaveTitle("Patchbay is starting", { timeout: 60_000 });
  expect(new URL(page.url()).pathname).toMatch(/^\/(docs|login)/);
  expect((await request.get(`${url}/api/health`)).status()).toBe(200);
  await product.stop();
});

/** Sends a request whose body comes late: after `midway`, which stops the server. */
function slowRequest(port: number, midway: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        "POST /api/v3/internal/patchbay/setup HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n",
      );
      setTimeout(midway, 300);
      setTimeout(() => socket.write("{}"), 1000);
    });
    socket.on("data", (chunk) => {
      answer += chunk.toString();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
    socket.setTimeout(15_000, () => reject(new Error(`No answer: ${answer}`)));
  });
}
