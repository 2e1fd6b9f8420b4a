import { expect, it } from "vitest";
import { planRenewal, shareOf } from "./plan-renewal";

const DAY_MS = 86_400_000;
const SINCE = new Date("2026-01-01T00:00:00Z");
const after = (days: number) => new Date(SINCE.getTime() + days * DAY_MS);
const provider = (facts: object) => ({ oauth: { provider: "p", ...facts } }) as Parameters<typeof planRenewal>[0];
const IDLE_60 = provider({ refreshTokenIdleDays: 60 });
const times = (id: string, more = {}) => ({ id, since: SINCE, expiresAt: null, renewAt: SINCE, ...more });

it("renews an unused account between half and four fifths of its refresh token's life", () => {
  for (let n = 0; n < 200; n++) {
    const { renew, next } = planRenewal(IDLE_60, times(`ca_${n}`), SINCE);
    expect(renew).toBe(false);
    expect(next >= after(30) && next < after(48)).toBe(true);
    expect(planRenewal(IDLE_60, times(`ca_${n}`), next).renew).toBe(true);
  }
});

it("spreads 10,000 accounts of one day, so that no minute gets more than five times its share", () => {
  const minutes = new Map<number, number>();
  for (let n = 0; n < 10_000; n++) {
    const { next } = planRenewal(provider({ refreshTokenIdleDays: 7 }), times(`ca_${n}`), SINCE);
    const minute = Math.floor(next.getTime() / 60_000);
    minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
  }
  const share = 10_000 / (7 * 24 * 60 * 0.3);
  expect(Math.max(...minutes.values())).toBeLessThanOrEqual(5 * share);
});

it("gives accounts with an unknown past their turns within a day", () => {
  const time = after(400);
  for (let n = 0; n < 200; n++) {
    const { renew, next } = planRenewal(IDLE_60, times(`ca_${n}`, { renewAt: null }), time);
    expect(renew).toBe(false);
    expect(next >= time && next <= after(401)).toBe(true);
  }
});

it("renews a token that renews itself while it works", () => {
  const renewal = provider({ renewal: { url: "https://p.example", params: {} } });
  const account = times("ca_1", { expiresAt: after(60) });
  expect(planRenewal(renewal, account, after(29)).renew).toBe(false);
  expect(planRenewal(renewal, account, after(49)).renew).toBe(true);
});

it.each([
  ["does not end unused", provider({})],
  ["has no scheme any more", undefined],
])("only looks again, later, at an account that %s", (_, scheme) => {
  const { renew, next } = planRenewal(scheme, times("ca_1"), after(300));
  expect(renew).toBe(false);
  expect(next >= after(315) && next <= after(330)).toBe(true);
});

it("gives each account the same share always, evenly", () => {
  const shares = Array.from({ length: 1000 }, (_, n) => shareOf(`ca_${n}`));
  expect(shares).toEqual(Array.from({ length: 1000 }, (_, n) => shareOf(`ca_${n}`)));
  expect(shares.every((share) => share >= 0 && share < 1)).toBe(true);
  expect(shares.filter((share) => share < 0.5).length).toBeGreaterThan(400);
});
