// Policies for the bench: as many as a project can have, of kinds that each call must be compared with.
const EMAIL = "bench@example.com";
const POLICIES = 200;

const condition = (index) => ({ path: "**", operator: "contains", values: [`never in a call ${index}`] });

/** None of them covers a call of the bench: what is measured is the search for one that does. */
const KINDS = [
  (index) => ({ match: { tools: [`SLACK_NEVER_${index}_*`] }, action: { type: "deny" } }),
  (index) => ({ match: { toolkits: ["github"], users: [`nobody-${index}`] }, action: { type: "deny" } }),
  (index) => ({ match: { toolkits: ["github"], arguments: [condition(index)] }, action: { type: "deny" } }),
  (index) => ({ match: { toolkits: ["slack"], tags: [`never-${index}`] }, action: { type: "deny" } }),
];

const cookiesOf = (answer) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

async function signIn({ url, password }) {
  const token = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = await token.json();
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { origin: url, cookie: cookiesOf(token), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, email: EMAIL, password, json: "true" }),
    redirect: "manual",
  });
  const cookie = cookiesOf(answer);
  if (!cookie.includes("session-token=")) throw new Error(`The sign-in answered ${answer.status}.`);
  return { origin: url, cookie };
}

/** Creates the policies in the project of a product. */
export async function addPolicies(product) {
  const headers = { ...(await signIn(product)), "content-type": "application/json" };
  for (let index = 0; index < POLICIES; index++) {
    const body = JSON.stringify({ name: `bench ${index}`, ...KINDS[index % KINDS.length](index) });
    const answer = await fetch(`${product.url}/api/v3/internal/patchbay/policies`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`POST /policies answered ${answer.status}: ${await answer.text()}`);
  }
}
