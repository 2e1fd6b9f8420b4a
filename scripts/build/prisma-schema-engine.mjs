#!/usr/bin/env node
// Stands in for Prisma's native schema engine, which its CLI would download: the same JSON-RPC over stdio, answered by
// @prisma/schema-engine-wasm (the same engine from npm) over @prisma/adapter-pg. See scripts/build/prisma-cli.mjs.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import readline from "node:readline";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";

/** PostgreSQL's internal one-byte "char", found in its catalog tables. */
const CHAR_OID = 18;
const TEXT_OID = 25;

const args = process.argv.slice(2);
const valuesOf = (name) => args.flatMap((arg, index) => (arg === name ? [args[index + 1]] : []));
const url = JSON.parse(valuesOf("--datasource")[0] ?? "{}").url;
const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

const onDatabase = (name) => {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
};

async function run(connectionString, sql) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    if (sql) await client.query(sql);
  } finally {
    await client.end();
  }
}

const createDatabase = (name) => run(onDatabase("postgres"), `CREATE DATABASE ${quoted(name)}`);
const dropDatabase = (name) => run(onDatabase("postgres"), `DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`);

/** The engine's second mode: one command, an exit code, and the error as a line of JSON. */
async function runCommand(command) {
  const database = decodeURIComponent(new URL(url).pathname.slice(1));
  const commands = {
    "can-connect-to-database": () => run(url),
    "create-database": () => createDatabase(database),
    "drop-database": () => dropDatabase(database),
  };
  try {
    if (!commands[command]) throw new Error(`unknown command ${command}`);
    await commands[command]();
    return 0;
  } catch (error) {
    const fields = { message: error.message, error_code: error.code === "3D000" ? "P1003" : "P1001", is_panic: false };
    process.stderr.write(`\n${JSON.stringify({ level: "ERROR", target: "schema_engine::logger", fields })}\n`);
    return 1;
  }
}

/**
 * Adapts adapter-pg: it does not map the type "char", which the engine reads from the catalog tables, and the engine's
 * scripts must be sent unchanged.
 */
function mended(adapter) {
  const performIO = adapter.performIO.bind(adapter);
  const queryRaw = adapter.queryRaw.bind(adapter);
  let charColumns = [];
  adapter.performIO = async (query) => {
    const result = await performIO(query);
    charColumns = [];
    for (const [index, field] of (result.fields ?? []).entries())
      if (field.dataTypeID === CHAR_OID) {
        field.dataTypeID = TEXT_OID;
        charColumns.push(index);
      }
    return result;
  };
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of charColumns) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
  // The adapter splits at every semicolon, also inside quoted blocks; PostgreSQL accepts a whole script.
  adapter.executeScript = async (script) => {
    await adapter.client.query(script).catch((error) => adapter.onError(error));
  };
  return adapter;
}

async function connectToShadow() {
  const name = `prisma_shadow_${randomUUID()}`;
  await createDatabase(name);
  const adapter = mended(await new PrismaPg({ connectionString: onDatabase(name), max: 1 }).connect());
  const dispose = adapter.dispose.bind(adapter);
  adapter.dispose = async () => {
    await dispose();
    await dropDatabase(name);
  };
  return adapter;
}

function adapterFactory() {
  const schema = url ? (new URL(url).searchParams.get("schema") ?? undefined) : undefined;
  const live = new PrismaPg({ connectionString: url, max: 1 }, { schema });
  const connect = live.connect.bind(live);
  live.connect = async () => mended(await connect());
  live.connectToShadowDb = connectToShadow;
  return live;
}

let panic;

async function loadEngine() {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => {
      panic = message;
    },
    get: () => panic,
  };
  const bindings = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const file = createRequire(import.meta.url)
    .resolve("@prisma/schema-engine-wasm/schema_engine_bg")
    .replace(/\.js$/, ".wasm");
  const { instance } = await WebAssembly.instantiate(readFileSync(file), { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const datamodels = valuesOf("--datamodels").map((path) => [path, readFileSync(path, "utf8")]);
  return bindings.SchemaEngine.new(
    { datamodels: datamodels.length ? datamodels : undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapterFactory()),
  );
}

async function answer(engine, method, params) {
  // The WebAssembly engine reads the migrations' schema from a cache that devDiagnostic fills and applyMigrations
  // empties. Without the cache, these two methods ask for a shadow database, which does not exist.
  if (method === "evaluateDataLoss" || method === "createMigration")
    await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters });
  return engine[method === "getDatabaseVersion" ? "version" : method](params);
}

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

async function serveRequests(engine) {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line);
    if (!method) continue; // the CLI's receipt for a print
    try {
      const result = (await answer(engine, method, params)) ?? {};
      if (method === "diff" && result.stdout != null)
        write({ id: -1, method: "print", params: { content: result.stdout } });
      write({ id, result });
    } catch (error) {
      const data = { is_panic: false, message: panic ?? error.message, error_code: error.code, meta: error.meta ?? {} };
      write({ id, error: { code: 4466, message: error.message, data } });
    }
  }
}

process.on("uncaughtException", (error) => {
  process.stderr.write(`${panic ?? error.stack}\n`);
  process.exit(1);
});
if (args.includes("cli")) process.exit(await runCommand(args[args.indexOf("cli") + 1]));
await serveRequests(await loadEngine());
process.exit(0);
