/** Two doors, one set of handlers: the fast router and Next answer alike. */
import { type APIRequestContext, expect, test } from "@playwright/test";
import type { Operation } from "@/lib/contract/operation";
import { operations } from "@/lib/api";
import { type Product, startProduct } from "./harness/product";
import { type Account, provision } from "./harness/provision";

type Door = { product: Product; account: Account };

let fast: Door;
let next: Door;

const open = async (extra: Record<string, string>): Promise<Door> => {
  const product = await startProduct(extra);
  return { product, account: await provision(product, { email: "owner@example.com", project: "default" }) };
};

test.beforeAll(async () => {
  test.setTimeout(400_000);
  [fast, next] = [await open({}), await open({ PATCHBAY_FAST_DOOR: "off" })];
});
test.afterAll(async () => { await Promise.all([fast, next].map((door) => door?.product.stop())); });

/** What differs by nature: ids of requests and rows, addresses, times. */
const comparable = (text: string, { product, account }: Door): string =>
  text.replaceAll(product.url, "<url>").replaceAll(account.project_id, "<project>").replaceAll(account.org_id, "<organization>")
    .replace(/\b(req|user|proj|org|key|log)_\w{12}/g, "<id>").replace(/ak_\w{4,}/g, "<key>").replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");

async function ask(request: APIRequestContext, door: Door, op: Operation, path: string, withKey: boolean): Promise<unknown> {
  const response = await request.fetch(door.product.url + path, {
    method: op.method,
    headers: withKey ? { "x-api-key": door.account.api_key } : {},
    maxRedirects: 0,
    ...(op.body && { data: {} }),
  });
  const headers = response.headers();
  return {
    status: response.status(),
    body: comparable(await response.text(), door),
    type: headers["content-type"],
    cache: headers["cache-control"],
    sniff: headers["x-content-type-options"],
    policy: headers["content-security-policy"],
    location: comparable(headers.location ?? "", door),
    id: headers["x-request-id"]?.slice(0, 4),
  };
}

/** Reads and refusals only: nothing here changes a row, so both servers stay alike. */
const isHarmless = (op: Operation, withKey: boolean): boolean => !withKey || op.method === "GET";

for (const withKey of [false, true]) {
  test(`every operation answers alike through both doors, ${withKey ? "with" : "without"} a key`, async ({ request }) => {
    test.setTimeout(300_000);
    const asked = operations.filter((op) => isHarmless(op, withKey) && op.path !== "/api/health");
    expect(asked.length).toBeGreaterThan(5);
    for (const op of asked) {
      const path = op.path.replace(/\{\w+\}/g, "a%20b");
      for (const variant of [path, path.replace("/api/v3/", "/api/v3.1/"), `/${path}`])
        expect.soft(await ask(request, fast, op, variant, withKey), `${op.method} ${variant}`).toEqual(await ask(request, next, op, variant, withKey));
    }
  });
}
