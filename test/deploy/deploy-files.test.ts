/** The files of `deploy/` fit their schemas, each other and the settings. No container engine is needed. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { BASE } from "../../scripts/debian/workbench-packages.mjs";
import { inRoot } from "../../scripts/paths.mjs";

type Json = Record<string, unknown>;
const read = (file: string): string => readFileSync(inRoot(file), "utf8");
const readYaml = (file: string): Json => parse(read(file)) as Json;
const CHART = "deploy/helm/patchbay";

/** Validates against a schema of draft 7; an empty list is right. */
function findMistakes(schemaFile: string, value: unknown): string[] {
  const { $schema: _draft, ...schema } = JSON.parse(read(schemaFile)) as Json;
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.validate(schema, value);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** As Helm merges values: objects by their keys, everything else is replaced. */
const merge = (base: Json, more: Json): Json => ({
  ...base,
  ...Object.fromEntries(
    Object.entries(more).map(([key, value]) => [
      key,
      isObject(value) && isObject(base[key]) ? merge(base[key], value) : value,
    ]),
  ),
});

const filesOf = (folder: string): string[] =>
  readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file}`)
    .filter((file) => statSync(inRoot(file)).isFile() && !file.includes("/secrets/"));

it("every setting that deploy/ names is one of the server", () => {
  const names = new Set([...read(".env.example").matchAll(/^# ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name));
  const strangers = filesOf("deploy").flatMap((file) =>
    [...read(file).matchAll(/\b(?:PATCHBAY_[A-Z0-9_]*[A-Z0-9]|DATABASE_URL(?:_FILE)?)\b/g)]
      .map(([name]) => name)
      .filter((name) => !names.has(name) && !names.has(name.replace(/_FILE$/, "")))
      .map((name) => `${file}: ${name}`),
  );
  expect(strangers).toEqual([]);
});

it("the image with a workbench has the packages that workbench:install installs", () => {
  const [, list = ""] = /--no-install-recommends \\\n([\s\S]*?)\n\s+&& rm/.exec(read("deploy/docker/Dockerfile")) ?? [];
  expect(list.split(/[\s\\]+/).filter(Boolean)).toEqual(BASE);
});

it("the image runs as a user that is not root, and the probes ask operations that exist", () => {
  const users = [...read("deploy/docker/Dockerfile").matchAll(/^USER (.*)$/gm)].map(([, user]) => user);
  expect(users.at(-1)).toBe("10001:10001");
  const paths = filesOf("deploy").flatMap((file) =>
    [...read(file).matchAll(/\/api\/health[\w/]*/g)].map(([pathname]) => pathname),
  );
  expect(new Set(paths)).toEqual(new Set(["/api/health", "/api/health/ready"]));
});

describe("the compose file", () => {
  it("is valid by the schema of the compose specification", () =>
    expect(
      findMistakes("node_modules/dclint/schemas/compose.schema.json", readYaml("deploy/compose/compose.yaml")),
    ).toEqual([]));

  it("takes its secrets from the files that make-secrets.sh writes", () => {
    const { secrets } = readYaml("deploy/compose/compose.yaml") as { secrets: Record<string, { file: string }> };
    const fileNames = [...read("deploy/compose/make-secrets.sh").matchAll(/^write (\w+) /gm)].map(([, name]) => name);
    expect(
      Object.values(secrets)
        .map(({ file }) => path.basename(file))
        .sort(),
    ).toEqual(fileNames.sort());
  });

  it("lets Caddy find the server on the network alone in which the server trusts it", () => {
    const { services } = readYaml("deploy/compose/compose.yaml") as {
      services: Record<string, { networks: Record<string, { aliases?: string[] } | null>; environment: Json }>;
    };
    const [host = ""] = String(services.caddy?.environment.UPSTREAM).split(":");
    // The name of a service is an alias on each of its networks.
    expect(Object.keys(services)).not.toContain(host);
    const networks = Object.entries(services.patchbay?.networks ?? {});
    expect(networks.filter(([, network]) => network?.aliases?.includes(host)).map(([name]) => name)).toEqual(["edge"]);
  });

  it("writes no secret where openssl is missing", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "patchbay-secrets-"));
    const script = path.join(folder, "make-secrets.sh");
    cpSync(inRoot("deploy/compose/make-secrets.sh"), script);
    mkdirSync(path.join(folder, "bin"));
    const run = (...programs: string[]) => {
      for (const name of programs) {
        const { stdout } = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
        symlinkSync(stdout.trim(), path.join(folder, "bin", name));
      }
      const env = { PATH: path.join(folder, "bin") } as unknown as NodeJS.ProcessEnv;
      return spawnSync("/bin/sh", [script], { env, encoding: "utf8" });
    };
    expect(run("dirname", "mkdir", "chmod", "cat").status).not.toBe(0);
    expect(readdirSync(path.join(folder, "secrets"))).toEqual([]);
    expect(run("openssl").status).toBe(0);
    const password = readFileSync(path.join(folder, "secrets/postgres_password"), "utf8");
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    expect(readFileSync(path.join(folder, "secrets/database_url"), "utf8")).toContain(`:${password}@`);
    rmSync(folder, { recursive: true });
  });
});

describe("the chart", () => {
  const values = (more: Json): string[] =>
    findMistakes(`${CHART}/values.schema.json`, merge(readYaml(`${CHART}/values.yaml`), more));
  const least = {
    publicUrl: "https://patchbay.example.com",
    secret: { existingSecret: "patchbay" },
    database: { existingSecret: "patchbay-database" },
  };

  it("accepts the least values and those of the example", () => {
    expect(values(least)).toEqual([]);
    expect(values(readYaml(`${CHART}/ci/example-values.yaml`))).toEqual([]);
  });

  it.each<[string, Json, RegExp]>([
    ["no public address and no secrets", { publicUrl: "", secret: { existingSecret: "" } }, /^\/publicUrl /],
    ["two copies without a bucket", { copies: 2 }, /^\/s3\/bucket /],
    ["a gateway without an address", { workbench: { mode: "gateway" } }, /^\/workbench\/gatewayUrl /],
    ["an ingress without a host", { ingress: { enabled: true } }, /^\/ingress\/host /],
    ["a misspelled value", { replicas: 2 }, /additional properties/],
    ["no processes", { processes: 0 }, /^\/processes must be >= 1/],
    ["processes by the cores of the machine", { processes: "auto" }, /^\/processes must be integer/],
    ["a setting that is no text", { settings: { PATCHBAY_FILE_MAX_MB: 5 } }, /must be string/],
  ])("refuses %s", (_, more, mistake) =>
    expect(values(merge(least, more)).join("\n")).toMatch(new RegExp(mistake, "m")),
  );

  it("the version of the application is the package's", () => {
    const { version } = JSON.parse(read("package.json")) as { version: string };
    expect(readYaml(`${CHART}/Chart.yaml`).appVersion).toBe(version);
  });

  const documents = (): Json[] =>
    parseAllDocuments(read("deploy/kubernetes/example.yaml"))
      .map((document) => document.toJS() as Json | null)
      .filter((document) => document !== null);

  it("makes pods that the restricted standard of Kubernetes admits", () => {
    const { spec } = documents().find(({ kind }) => kind === "StatefulSet") as { spec: { template: { spec: Json } } };
    const pod = spec.template.spec as { securityContext: Json; containers: { securityContext: Json }[] };
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
    for (const { securityContext } of pod.containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
  });

  const hasHelm = spawnSync("helm", ["version"]).status === 0;
  it.skipIf(!hasHelm)("renders the example of deploy/kubernetes, where helm is installed", () => {
    const args = [
      "template",
      "patchbay",
      CHART,
      "--namespace",
      "patchbay",
      // A helm that was built without a version of Kubernetes takes an old one, which the chart refuses.
      "--kube-version",
      "1.34.0",
      "--values",
      `${CHART}/ci/example-values.yaml`,
    ];
    const { stdout, stderr } = spawnSync("helm", args, { cwd: inRoot(), encoding: "utf8" });
    const rendered = parseAllDocuments(stdout).map((document) => document.toJS() as Json);
    const keyOf = ({ kind, metadata }: Json): string => `${String(kind)} ${(metadata as { name: string }).name}`;
    const sort = (list: Json[]): Json[] => [...list].sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
    expect(sort(rendered), stderr).toEqual(sort(documents()));
  });
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

describe.skipIf(!hasSystemd)("the system service, where systemd is installed", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "patchbay-unit-"));
  const unit = path.join(folder, "patchbay.service");
  const analyze = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync("systemd-analyze", args, {
      encoding: "utf8",
      env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
    });
    return { status, output: `${stdout}${stderr}` };
  };

  beforeAll(() => {
    // The program must exist, and Node is not everywhere where the unit looks for it.
    const start = `ExecStart=${process.execPath} ${inRoot("bin/patchbay")} start`;
    writeFileSync(unit, read("deploy/systemd/patchbay.service").replace(/^ExecStart=.*$/m, start));
    mkdirSync(`${unit}.d`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(["none", "secrets.conf", "workbench.conf"])("is valid with the drop-in %s", (dropIn) => {
    if (dropIn !== "none") cpSync(inRoot("deploy/systemd", dropIn), path.join(`${unit}.d`, dropIn));
    const { status, output } = analyze("verify", unit);
    // Other units of the machine are looked at too.
    expect(output.split("\n").filter((line) => line.includes("patchbay"))).toEqual([]);
    if (output === "") expect(status).toBe(0);
  });

  it("has an exposure below 2 of 10 without a workbench", () => {
    rmSync(`${unit}.d`, { recursive: true });
    const { output } = analyze("security", "--offline=true", "--no-pager", unit);
    const [, exposure = "10"] = /exposure level for patchbay\.service: ([\d.]+)/.exec(output) ?? [];
    expect(Number(exposure), output).toBeLessThan(2);
  });
});
