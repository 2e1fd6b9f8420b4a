/** Reverse proxies of Debian with the configurations of `deploy/proxy`, before a server of a test. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findUnpacked } from "../../scripts/debian/unpacked.mjs";
import { inRoot } from "../../scripts/paths.mjs";
import { freePort } from "../../scripts/postgres/postgres.mjs";
import { selfSigned } from "./self-signed";
import { startServer } from "./tethered-server";

export type ProxyName = "nginx" | "caddy";
/** `url` is its https address on this machine. */
export type Proxy = { url: string; stop: () => Promise<void> };
type Program = { file: string; env: Record<string, string> };

/** Its program, unpacked for tests or installed; undefined if this machine has none. */
function findProgram(name: ProxyName): Program | undefined {
  const unpacked = findUnpacked(name);
  if (unpacked) return { file: unpacked.programs.server ?? "", env: unpacked.env };
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin"];
  const file = folders.map((folder) => path.join(folder, name)).find((candidate) => existsSync(candidate));
  return file === undefined ? undefined : { file, env: {} };
}

/** Whether the proxy can run here. */
export const hasProxy = (name: ProxyName): boolean => findProgram(name) !== undefined;

const read = (file: string): string => readFileSync(inRoot(file), "utf8");

/** A main configuration around the file of `deploy/proxy`, in which only addresses and paths of the test differ. */
function configureNginx(folder: string, upstream: string, ports: { tls: number; plain: number }): string {
  const { key, cert } = selfSigned();
  writeFileSync(path.join(folder, "key.pem"), key);
  writeFileSync(path.join(folder, "cert.pem"), cert);
  const server = read("deploy/proxy/nginx.conf")
    .replace("server 127.0.0.1:3000;", `server ${upstream};`)
    .replace("listen 80;", `listen 127.0.0.1:${ports.plain};`)
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${ports.tls} ssl http2;`)
    .replaceAll("patchbay.example.com;", "localhost;")
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key.pem;`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/cert.pem;`);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return [
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    `daemon off;\npid ${folder}/pid;\nerror_log stderr notice;\nworker_processes 1;\nevents {}`,
    `http {\naccess_log off;\n${folders.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}`,
    `${server}}`,
  ].join("\n");
}

/** Caddy takes the names of the file from the environment, so the file stays as it is. */
const configureCaddy = (folder: string): string =>
  [
    `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tstorage file_system ${folder}/storage\n}`,
    `import ${inRoot("deploy/proxy/Caddyfile")}\n`,
  ].join("\n");

const KINDS = {
  nginx: { file: "nginx.conf", check: ["-t", "-c"], run: ["-c"], ready: /start worker process \d/ },
  caddy: {
    file: "Caddyfile",
    check: ["validate", "--adapter", "caddyfile", "--config"],
    run: ["run", "--adapter", "caddyfile", "--config"],
    // It serves before it has made its certificate.
    ready: /certificate obtained successfully/,
  },
};

async function prepare(name: ProxyName, upstream: string) {
  const program = findProgram(name);
  if (!program) throw new Error(`${name} is not on this machine.`);
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  const ports = { tls: await freePort(), plain: await freePort() };
  const file = path.join(folder, KINDS[name].file);
  writeFileSync(file, name === "nginx" ? configureNginx(folder, upstream, ports) : configureCaddy(folder));
  const env = { ...program.env, HOME: folder, DOMAIN: `https://localhost:${ports.tls}`, UPSTREAM: upstream };
  return { program: program.file, file, env, url: `https://localhost:${ports.tls}`, folder };
}

/** The proxy's own check of the configuration: its exit code and its output. */
export async function checkProxy(name: ProxyName): Promise<{ status: number | null; output: string }> {
  const { program, file, env, folder } = await prepare(name, "127.0.0.1:3000");
  const { status, stdout, stderr } = spawnSync(program, [...KINDS[name].check, file], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true, force: true });
  return { status, output: `${stdout}${stderr}` };
}

/** @param upstream `host:port` of the server behind it */
export async function startProxy(name: ProxyName, upstream: string): Promise<Proxy> {
  const { program, file, env, url, folder } = await prepare(name, upstream);
  const { stop } = await startServer(program, [...KINDS[name].run, file], env, KINDS[name].ready);
  return {
    url,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
