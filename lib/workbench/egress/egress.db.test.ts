/** The way out of a sandbox: to what the project lists, and to nothing else, however the code asks. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findConnectionLookup } from "@/lib/kernel/outbound/judge-target";
import { createTestOwner } from "@/test/builders/owners";
import { startDnsServer } from "@/test/servers/dns-server";
import { forgetSettings } from "@/test/setup/process-memory";
import { canRunSandboxes, newTestSession, type TestSession } from "@/test/builders/workbench";
import { describeEgress, names, setHosts } from "./hosts";

process.env.PATCHBAY_WORKBENCH_EGRESS = "on";
forgetSettings();
const runs = await canRunSandboxes();

/** Opens a tunnel and asks what is at its other end; gives what came, or why nothing did. */
const REACH = `
import http.client
def reach(host, port, through=True):
    try:
        way = http.client.HTTPConnection("127.0.0.1", 3128, timeout=20)
        if through:
            way.set_tunnel(host, port)
            way.request("GET", "/")
        else:
            way.request("GET", "http://%s:%s/" % (host, port))
        return way.getresponse().read().decode()
    except Exception as problem:
        return str(problem)
`;

describe.runIf(runs)("code with network access", () => {
  let session: TestSession;
  let inside: Server;
  let dns: Awaited<ReturnType<typeof startDnsServer>>;
  let port: number;

  beforeAll(async () => {
    inside = createServer((_, response) => response.end("reached")).listen(0, "127.0.0.1");
    await new Promise((resolve) => inside.once("listening", resolve));
    port = (inside.address() as AddressInfo).port;
    dns = await startDnsServer(({ name, type }) => {
      return type === "A" && name === "private.example.com" ? [{ type: "A", address: "169.254.169.254", ttl: 0 }] : 3;
    });
    process.env.PATCHBAY_DNS_SERVERS = dns.address;
    process.env.PATCHBAY_WORKBENCH_EGRESS_ALLOW = `localhost:${port}`;
    forgetSettings();
    const { projectId } = await createTestOwner();
    session = newTestSession(projectId);
    await session.cell(REACH);
  });
  afterAll(async () => {
    inside.close();
    dns.close();
  });

  const reach = (host: string, port: number | string = 443, through = true): Promise<string> =>
    session.value(`reach(${JSON.stringify(host)}, ${port}, ${through ? "True" : "False"})`);

  it("reaches nothing if the project lists nothing; the answer and the list of blocked hosts show it", async () => {
    const { result, notes } = await session.cell(`reach("localhost", ${port})`);
    expect(result?.text).toContain("403");
    expect(notes).toEqual([`Blocked: localhost:${port} is not among the hosts that this project allows its code.`]);
    await expect
      .poll(async () => (await describeEgress(session.projectId)).blocked)
      .toMatchObject([{ host: "localhost", port, session_id: session.sessionId, tries: 1 }]);
    expect((await session.cell("1")).notes).toEqual([]);
  });

  it("reaches a listed host only at its port, and a change applies at once", async () => {
    await setHosts(session.projectId, [`localhost:${port}`]);
    expect(await reach("localhost", port)).toBe("'reached'");
    expect(await reach("localhost", port + 1)).toContain("403");
    expect(await reach("other.example.com")).toContain("403");
    await setHosts(session.projectId, []);
    expect(await reach("localhost", port)).toContain("403");
  });

  it("reaches no private address by a listed name, and none by an address", async () => {
    await setHosts(session.projectId, ["private.example.com", "localhost:9", "127.0.0.1", "metadata.example.com"]);
    expect(await reach("private.example.com")).toContain("403");
    // Only what the operator lists may be private.
    expect(await reach("localhost", 9)).toContain("403");
    for (const address of ["127.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "0.0.0.0"])
      expect(await reach(address), address).toMatch(/403|400/);
    await setHosts(session.projectId, ["*.example.com"]);
    // A name in the list's form that no address can have.
    expect(await reach("xn--a.example.com")).toContain("403");
    const reasons = async () =>
      (await describeEgress(session.projectId)).blocked.map(({ host, reason }) => `${host} ${reason}`);
    await expect.poll(reasons).toContainEqual(expect.stringMatching(/^private\.example\.com .* not public/));
    await expect.poll(reasons).toContainEqual(expect.stringMatching(/^xn--a\.example\.com .* no host/));
  });

  it("cannot send requests directly, or by any other way", async () => {
    expect(await reach("localhost", port, false)).toContain("Only https goes out");
    const code = `import socket
def fails(act):
    try:
        act()
        return False
    except OSError:
        return True
[fails(lambda: socket.create_connection(("127.0.0.1", ${port}), 2)),
 fails(lambda: socket.create_connection(("93.184.215.14", 443), 2)),
 fails(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM)),
 fails(lambda: socket.socket(socket.AF_INET6)),
 fails(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW)),
 fails(lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262)),
 fails(lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, 132)),
 fails(lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, 6))]`;
    expect(await session.value(code)).toBe("[True, True, True, True, True, True, True, False]");
  });
});

it("connects to the checked address, whatever the name leads to a moment later", async () => {
  const answers = ["93.184.215.14", "127.0.0.1", "127.0.0.1"];
  const dns = await startDnsServer(({ type }) =>
    type === "A" ? [{ type: "A", address: answers.shift() ?? "127.0.0.1", ttl: 0 }] : [],
  );
  process.env.PATCHBAY_DNS_SERVERS = dns.address;
  forgetSettings();
  const lookup = await findConnectionLookup(new URL("https://rebound.example.com"), {
    projectId: "proj_test",
    sender: "workbench",
  });
  for (let time = 0; time < 3; time++) {
    const address = await new Promise((resolve) => lookup("rebound.example.com", {}, (_, result) => resolve(result)));
    expect(address).toBe("93.184.215.14");
  }
  dns.close();
});

it("names hosts and their ports exactly", () => {
  expect(names("api.example.com", { host: "api.example.com", port: 443 })).toBe(true);
  expect(names("api.example.com", { host: "api.example.com", port: 80 })).toBe(false);
  expect(names("*.example.com", { host: "a.b.example.com", port: 443 })).toBe(true);
  for (const host of ["example.com", "notexample.com", ".example.com"])
    expect(names("*.example.com", { host, port: 443 }), host).toBe(false);
  expect(names("127.0.0.1", { host: "127.0.0.1", port: 443 })).toBe(false);
});
