// Sessions in the bench: a call within a session compared with a plain call, making a session, and fifty simultaneous
// calls to a slow provider.

const SLOW_MS = 200;
const MANY = 50;
const RUNS = 20;

async function post({ url, key }, path, body) {
  const answer = await fetch(`${url}/api/v3${path}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

const newSession = async (product, user) => (await post(product, "/tool_router/session", { user_id: user })).session_id;

/** Targets as `measure` wants them, for the user whose account is connected already. */
export async function sessionTargets(product, user, connections) {
  const { url, key } = product;
  const id = await newSession(product, user);
  const headers = { "x-api-key": key, "content-type": "application/json" };
  return [
    {
      name: "session execute",
      url: `${url}/api/v3/tool_router/session/${id}/execute`,
      method: "POST",
      headers,
      body: JSON.stringify({ tool_slug: "GITHUB_GET_THE_AUTHENTICATED_USER", arguments: {} }),
      connections,
    },
    {
      name: "create a session",
      url: `${url}/api/v3/tool_router/session`,
      method: "POST",
      headers,
      body: JSON.stringify({ user_id: user, toolkits: { enable: ["github"] } }),
      connections: [16],
    },
  ];
}

/** What a call of sessions costs the server, as a multiple of a plain execution at 16 connections. */
export function sessionRatios(rows) {
  const cpuOf = (name) => rows.find((row) => row.name === name && row.connections === 16)?.cpuMs.server;
  const plain = cpuOf("tool execute");
  return ["session execute", "create a session"].flatMap((name) => {
    const cpuMs = cpuOf(name);
    return plain && cpuMs ? [{ name, cpu: Number((cpuMs / plain).toFixed(2)) }] : [];
  });
}

/** How long fifty calls in one take, with a provider that takes 200 ms for each. Milliseconds. */
export async function measureMany(product, user) {
  const id = await newSession(product, user);
  const tools = Array.from({ length: MANY }, () => ({
    tool_slug: "GITHUB_GET_THE_AUTHENTICATED_USER",
    arguments: {},
  }));
  const body = { tool_slug: "COMPOSIO_MULTI_EXECUTE_TOOL", arguments: { tools, sync_response_to_workbench: false } };
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const startedAt = performance.now();
    const { data } = await post(product, `/tool_router/session/${id}/execute`, body);
    times.push(Math.round(performance.now() - startedAt));
    if (data.success_count !== MANY) throw new Error(`${data.error_count} of ${MANY} calls failed.`);
  }
  times.sort((a, b) => a - b);
  return { calls: MANY, providerMs: SLOW_MS, medianMs: times[RUNS >> 1], slowestMs: times.at(-1) };
}

export const SLOW_PROVIDER = [String(SLOW_MS)];
