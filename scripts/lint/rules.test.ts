/** The lint rules work: they find each planted violation and accept allowed code. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inRoot } from "../paths.mjs";
import { lintPlanted } from "./lint-planted";
import { tableOwners, tablesOf } from "./table-owners.mjs";

/** The end of a comment that switches a rule off; disable-comments.test.ts searches this file, too. */
const OFF = "disable-next-line";

/** A violation, its file, its text, and the rule that finds it. */
const PLANTED: readonly (readonly [what: string, file: string, code: string, rule: string])[] = [
  [
    "reading the environment outside lib/kernel/process/env.ts",
    "lib/logs/planted.ts",
    "export const port = process.env.PORT;",
    "eslint(no-restricted-properties)",
  ],
  [
    "calling fetch outside the outbound door",
    "lib/execution/planted.ts",
    "export const call = () => fetch('http://example.com');",
    "eslint(no-restricted-globals)",
  ],
  [
    "calling fetch through the global object",
    "components/home/planted.tsx",
    "export const call = () => globalThis.fetch('/x');",
    "eslint(no-restricted-properties)",
  ],
  [
    "opening connections with node's own client",
    "lib/execution/planted.ts",
    "import { request } from 'node:http';\nexport const call = request;",
    "eslint(no-restricted-imports)",
  ],
  [
    "a file that only Linux has",
    "lib/health/planted.ts",
    "export const place = (pid: number) => `/proc/${pid}/stat`;",
    "patchbay(linux-only)",
  ],
  [
    "a program that only Linux has, by its path",
    "scripts/planted.mjs",
    "export const command = ['/usr/bin/setpriv', '--pdeathsig', 'KILL'];",
    "patchbay(linux-only)",
  ],
  ["a signal that only Linux has", "server.ts", "process.on('SIGPWR', () => {});", "patchbay(linux-only)"],
  ["the type any", "lib/logs/planted.ts", "export const value: any = 1;", "typescript(no-explicit-any)"],
  ["a file over 300 lines", "lib/logs/planted.ts", "export {};\n".repeat(301), "eslint(max-lines)"],
  [
    "a function over 50 lines",
    "lib/logs/planted.ts",
    `export function long(): void {\n${"  void 0;\n".repeat(51)}}\n`,
    "eslint(max-lines-per-function)",
  ],
  [
    "another room's table",
    "lib/logs/planted.ts",
    "import { db } from '@/lib/kernel/database/db';\nexport const find = () => db.connectedAccount.findMany();",
    "patchbay(one-table-one-room)",
  ],
  [
    "another room's table inside a transaction",
    "app/api/v3/planted/route.ts",
    "export const run = (tx: { project: { count(): void } }) => tx.project.count();",
    "patchbay(one-table-one-room)",
  ],
  [
    "another room's table in a text of SQL",
    "lib/logs/planted.ts",
    'export const FIND = "SELECT id FROM connected_account WHERE project_id = $1";',
    "patchbay(one-table-one-room)",
  ],
  [
    "another room's table in a part of a text",
    "lib/logs/planted.ts",
    "export const find = (id: string) => `LEFT JOIN auth_config c ON c.id = ${id}`;",
    "patchbay(one-table-one-room)",
  ],
  [
    "another room's table that is written",
    "lib/mcp/planted.ts",
    'export const END = ["UPDATE project SET name = $1", "INSERT INTO tool_log (id) VALUES ($1)", "DELETE FROM file"];',
    "patchbay(one-table-one-room)",
  ],
  [
    "another room's table further on in a list",
    "lib/logs/planted.ts",
    'export const FIND = "SELECT 1 FROM tool_log l, project AS p WHERE p.id = l.project_id";',
    "patchbay(one-table-one-room)",
  ],
  [
    "another room's table that a deletion looks into",
    "lib/logs/planted.ts",
    'export const END = "DELETE FROM tool_log l USING project p WHERE p.id = l.project_id AND p.deleted_at IS NOT NULL";',
    "patchbay(one-table-one-room)",
  ],
  [
    "another room's rows deleted in batches",
    "lib/access/planted.ts",
    'import { batchDelete } from "@/lib/kernel/database/delete-in-batches";\nexport const OLD = ' +
      'batchDelete("tool_log", "created_at < $1");',
    "patchbay(one-table-one-room)",
  ],
  [
    "a map that keeps promises",
    "lib/logs/planted.ts",
    "export const running = new Map<string, Promise<string>>();",
    "patchbay(no-kept-promise)",
  ],
  [
    "a field that keeps a promise",
    "lib/logs/planted.ts",
    "export type Held = { index?: Promise<string> };",
    "patchbay(no-kept-promise)",
  ],
  [
    "a variable that keeps a promise",
    "lib/logs/planted.ts",
    "let made: Promise<string> | undefined;\nexport const get = (work: () => Promise<string>) => (made ??= work());",
    "patchbay(no-kept-promise)",
  ],
  [
    "a promise kept for the whole thread",
    "lib/logs/planted.ts",
    "import { processMemory } from '@/lib/kernel/process-memory';\nexport const get = () => processMemory('x', async () => 1);",
    "patchbay(no-kept-promise)",
  ],
  [
    "a comment that switches a rule off",
    "lib/logs/planted.ts",
    `// eslint-${OFF}\nexport const value: any = 1;`,
    "typescript(no-explicit-any)",
  ],
  [
    "a comment that switches a rule of promises off",
    "lib/logs/planted.ts",
    `// oxlint-${OFF}\nexport const value = 1;`,
    "eslint(no-warning-comments)",
  ],
];

/** Code that the rules leave alone. */
const ALLOWED: Readonly<Record<string, string>> = {
  "lib/connected-accounts/planted.ts":
    "import { db } from '@/lib/kernel/database/db';\nexport const find = () => db.connectedAccount.findMany();",
  "lib/logs/planted.ts":
    'export const said = ["Choose one from project settings", "SELECT id FROM tool_log JOIN usage_counter ON true"];',
  "lib/kernel/process/env.ts": "export const port = process.env.PORT;",
  "lib/contract/client.ts": "export const call = () => fetch('/api');",
};

describe("the linter", () => {
  /** Each has a folder or a file of its own. */
  const fileOf = (index: number): string => PLANTED[index]?.[1].replace("planted", `planted-${index}`) ?? "";
  let findings: Awaited<ReturnType<typeof lintPlanted>>;
  beforeAll(async () => {
    const planted = PLANTED.map(([, , code], index) => [fileOf(index), code] as const);
    findings = await lintPlanted({ ...ALLOWED, ...Object.fromEntries(planted) });
  });
  const rulesIn = (file: string): string[] =>
    findings.flatMap(({ filename, rule }) => (filename === file ? [rule] : []));

  it.each(PLANTED.map(([what, , , rule], index) => [what, rule, index] as const))("finds %s", (_, rule, index) => {
    expect(rulesIn(fileOf(index))).toContain(rule);
  });

  it("leaves a room's own table, the settings' module and the outbound door alone", () => {
    for (const file of Object.keys(ALLOWED)) expect([file, ...rulesIn(file)]).toEqual([file]);
  });

  it("knows an owner for every table of the schema", () => {
    const owners = tableOwners();
    expect(owners.get("apiKey")).toBe("access");
    expect(owners.get("oauthState")).toBe("connected-accounts");
    expect([...owners.keys()].length).toBeGreaterThan(10);
    expect(tablesOf().get("app_user")).toBe("access");
    expect(tablesOf().get("file")).toBe("files");
    expect(tablesOf().size).toBe(owners.size);
  });
});

describe("dependency-cruiser", () => {
  let folder: string;
  const plant = (file: string, code: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), code);
  };
  const cruise = (): Promise<string> =>
    new Promise((resolve) => {
      const args = [
        inRoot("node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
        "--config",
        inRoot(".dependency-cruiser.cjs"),
        "--output-type",
        "err",
        "app",
        "components",
        "lib",
      ];
      execFile(process.execPath, args, { cwd: folder }, (_error, stdout, stderr) => resolve(stdout + stderr));
    });

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "patchbay-rooms-"));
    cpSync(inRoot("tsconfig.json"), path.join(folder, "tsconfig.json"));
    plant("package.json", "{}");
    plant("lib/kernel/database/db.ts", "export const db = 1;");
    plant("lib/contract/operation.ts", "export const operation = 1;");
    plant("lib/logs/record-execution.ts", "import { db } from '@/lib/kernel/database/db';\nexport const logs = db;");
    plant(
      "lib/logs/contract.ts",
      "import { operation } from '@/lib/contract/operation';\nexport const logsApi = operation;",
    );
    plant("generated/addresses/logs.ts", "export const logsApi = 1;");
    plant("app/page.tsx", "import { list } from '@/components/logs/list';\nexport default list;");
    plant(
      "components/logs/list.tsx",
      "import { logsApi } from '@/generated/addresses/logs';\nexport const list = logsApi;",
    );
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("accepts what MAY_USE allows", async () => {
    expect(await cruise()).toContain("no dependency violations found");
  });

  it(
    "finds a room that uses a foreign one, an impure contract, a component on the server, one with a " +
      "schema, a route on the database, a circle, an inner room that looks up, and unlisted rooms",
    async () => {
      plant(
        "lib/logs/planted.ts",
        "import { account } from '@/lib/connected-accounts/accounts/accounts';\nexport const planted = account;",
      );
      plant(
        "lib/connected-accounts/accounts/accounts.ts",
        "import { other } from './other';\nexport const account = other;",
      );
      plant(
        "lib/connected-accounts/accounts/other.ts",
        "import { account } from './accounts';\nexport const other = account;",
      );
      plant("lib/access/contract.ts", "import { db } from '@/lib/kernel/database/db';\nexport const accessApi = db;");
      plant(
        "components/logs/planted.tsx",
        "import { logs } from '@/lib/logs/record-execution';\nexport const planted = logs;",
      );
      plant(
        "components/logs/schema.tsx",
        "import { logsApi } from '@/lib/logs/contract';\nexport const schema = logsApi;",
      );
      plant("app/api/v3/planted/route.ts", "import { db } from '@/lib/kernel/database/db';\nexport const GET = db;");
      plant("lib/connected-accounts/connect/submit-connect.ts", "export const begin = 1;");
      plant(
        "lib/connected-accounts/oauth/planted.ts",
        "import { begin } from '../connect/submit-connect';\nexport const planted = begin;",
      );
      plant(
        "lib/connected-accounts/attic/planted.ts",
        "import { begin } from '../connect/submit-connect';\nexport const planted = begin;",
      );
      plant("lib/attic/planted.ts", "import { db } from '@/lib/kernel/database/db';\nexport const planted = db;");
      const output = await cruise();
      for (const rule of [
        "room-logs",
        "contract-is-pure",
        "components-know-contracts-only",
        "schemas-come-after-the-page",
        "routes-stay-thin",
        "no-circles",
        "room-unknown",
        "inner-room-connected-accounts-oauth",
        "inner-room-connected-accounts-unknown",
      ])
        expect(output).toContain(rule);
    },
  );
});
