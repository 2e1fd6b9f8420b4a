/**
 * Problems with a database or a data folder are reported in a sentence, and the start waits for a database that starts
 * late.
 */
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, connect, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { TLSSocket } from "node:tls";
import { expect, it } from "vitest";
import { selfSigned } from "@/test/servers/self-signed";
import { freePort, startPostgres } from "../postgres/postgres.mjs";
import { sentenceOf, waitForDatabase } from "./start-problems.mjs";

const url = (change: Partial<URL>): string => Object.assign(new URL(process.env.DATABASE_URL ?? ""), change).href;
const refusal = async (address: string, waitMs = 0): Promise<string> => {
  const lines: string[] = [];
  const error: unknown = await waitForDatabase(address, { say: (line: string) => lines.push(line), waitMs }).catch(
    (reason: unknown) => reason,
  );
  return error instanceof Error ? `${error.constructor.name}: ${error.message}` : "none";
};

it("a database that answers is taken", async () => expect(await refusal(url({}))).toBe("none"));

it("a wrong password and a missing database are told at once, without the password", async () => {
  const wrong = await refusal(url({ password: "not-this-one" }), 60_000);
  expect(wrong).toMatch(/^Refusal: The database at \S+ refuses the password of DATABASE_URL/);
  expect(wrong).not.toContain("not-this-one");
  expect(await refusal(url({ pathname: "/no_such_database" }), 60_000)).toMatch(
    /^Refusal: The database at \S+ has no database of the name in DATABASE_URL/,
  );
});

/** A database with TLS alone: it takes the request for TLS, and shows a certificate that is its own authority. */
async function withTlsDatabase(run: (port: number, ca: string) => Promise<void>): Promise<void> {
  const { key, cert } = selfSigned();
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write("S");
      new TLSSocket(socket, { isServer: true, key, cert }).on("error", () => undefined);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  const file = path.join(mkdtempSync(path.join(tmpdir(), "patchbay-ca-")), "ca.crt");
  writeFileSync(file, cert);
  await run((server.address() as AddressInfo).port, file).finally(() => server.close());
}

it("problems with the certificate of a database are told with what to do", () =>
  withTlsDatabase(async (port, ca) => {
    const from = (host: string, more: string) =>
      refusal(`postgresql://a:b@${host}:${port}/c?sslmode=verify-full${more}`);
    expect(await from("localhost", "")).toMatch(/^Refusal: .* not known here: name .* by sslrootcert=FILE/);
    expect(await from("127.0.0.2", `&sslrootcert=${ca}`)).toMatch(/^Refusal: .* certificate for another name/);
    expect(await from("localhost", "&sslrootcert=/no/such.crt")).toBe(
      "Refusal: The file /no/such.crt that DATABASE_URL names cannot be read (ENOENT).",
    );
  }));

it("a database without TLS is told so where DATABASE_URL asks for it", async () => {
  const server = createServer((socket) => socket.once("data", () => socket.end("N"))).listen(0);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  expect(await refusal(`postgresql://a:b@localhost:${port}/c?sslmode=verify-full`)).toMatch(/^Refusal: .* has no TLS:/);
  server.close();
});

it("a database that nobody started is told once the wait is over", async () => {
  const port = await freePort();
  expect(await refusal(`postgresql://a:b@127.0.0.1:${port}/c`, 700)).toBe(
    `Refusal: The database at 127.0.0.1:${port}/c does not answer (ECONNREFUSED): start it, or correct DATABASE_URL.`,
  );
});

it("a database that starts late is waited for, with one line", async () => {
  const address = new URL(process.env.DATABASE_URL ?? "");
  const folder = address.searchParams.get("host");
  const port = await freePort();
  const late = new Promise<Server>((resolve) => {
    setTimeout(() => {
      const server = createServer((socket) => {
        const target = folder
          ? connect(path.join(folder, `.s.PGSQL.${address.port}`))
          : connect(Number(address.port), address.hostname);
        socket.pipe(target).pipe(socket);
        for (const stream of [socket, target]) stream.on("error", () => undefined);
      }).listen(port, "127.0.0.1", () => resolve(server));
    }, 800);
  });
  const lines: string[] = [];
  await waitForDatabase(`postgresql://${address.username}:${address.password}@127.0.0.1:${port}${address.pathname}`, {
    say: (line: string) => lines.push(line),
  });
  (await late).close();
  expect(lines).toHaveLength(1);
});

it("a data folder of another major version is told in a sentence, and nothing is written to it", async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "patchbay-major-"));
  mkdirSync(path.join(dataDir, "postgres"));
  writeFileSync(path.join(dataDir, "postgres", "PG_VERSION"), "15\n");
  const error: unknown = await startPostgres({ dataDir }).catch((reason: unknown) => reason);
  expect(String((error as Error).constructor.name)).toBe("Refusal");
  expect((error as Error).message).toMatch(
    /postgres was written by PostgreSQL 15, and this version of Patchbay brings PostgreSQL \d\d, which cannot read it: /,
  );
  expect(readdirSync(path.join(dataDir, "postgres"))).toEqual(["PG_VERSION"]);
});

it("an error of the file system is told with its path and what to do, and any other error is not", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "patchbay-problems-"));
  const file = path.join(folder, "file");
  writeFileSync(file, "");
  let error: unknown;
  try {
    mkdirSync(path.join(file, "data"), { recursive: true });
  } catch (failure) {
    error = failure;
  }
  expect(sentenceOf(error as NodeJS.ErrnoException)).toMatch(/file.* lies below a file, where a folder is needed/);
  for (const code of ["EACCES", "EROFS", "ENOSPC", "EDQUOT", "EPERM", "EEXIST"])
    expect(sentenceOf({ syscall: "open", code, path: "/data" })).toMatch(/^\/data /);
  expect(sentenceOf(new Error("x") as NodeJS.ErrnoException)).toBeUndefined();
});
