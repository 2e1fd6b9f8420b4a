/** The search for all texts of rules at once finds what each rule finds for itself. */
import { describe, expect, it } from "vitest";
import { compileRule, type Rule } from "./compile-rule";
import { judgeBefore } from "./judge-before";
import { Opaque } from "./opaque";
import type { CallTarget, PolicyCall } from "./policy-call";
import { ProjectPolicies } from "./project-policies";

const TARGET: CallTarget = { kind: "tool", names: ["GMAIL_SEND"], toolkitSlug: "gmail", tags: [] };
const PROXY: CallTarget = { ...TARGET, kind: "proxy", names: ["PROXY_EXECUTE"], ownHosts: ["gmail.googleapis.com"] };

const toRule = (id: number, match: object, action: object = { type: "log" }): Rule =>
  compileRule({ id: String(id), name: `rule ${id}`, match, action, toolkits: [] }, () => []);
const contains = (...values: string[]) => ({ path: "**", operator: "contains", values });

const judge = (rules: readonly Rule[], call: Partial<PolicyCall>) => {
  const whole = { target: TARGET, arguments: {}, userId: undefined, keyId: undefined, accountId: undefined, ...call };
  return judgeBefore(
    new ProjectPolicies(rules).covering(whole.target.kind, () => whole.target),
    whole,
  );
};
const idsOf = (rules: readonly Rule[], call: Partial<PolicyCall>): string =>
  judge(rules, call)
    .decisions.map(({ id }) => id)
    .join();

describe("rules that look for texts", () => {
  // A generator of its own: every run makes the same rules.
  let seed = 11;
  const pick = (bound: number): number => (seed = (seed * 48_271) % 2_147_483_647) % bound;
  const WORDS = ["ada", "Ada@x.org", "\uff21da", "", "bob ", "1", "drop table", "x\0y", "a\u200bb", "ab"];
  const word = (): string => WORDS[pick(WORDS.length)] ?? "";
  const value = (): unknown => [word(), { to: word(), n: pick(3) }, [word(), null, [word()]], null, pick(20)][pick(5)];
  const condition = () =>
    [
      contains(word(), word()),
      { path: "to", operator: "contains", values: [word()] },
      { ...contains(word()), path: "$.**" },
    ][pick(3)];
  const match = () =>
    [
      {},
      { users: ["ada"] },
      { arguments: [condition()] },
      { arguments: [condition(), condition()], users: ["a*", "bob"] },
      { arguments: [{ path: "body.to", operator: "equals", values: [word()] }, condition()] },
    ][pick(5)] ?? {};

  it("fit a call together as each of them does alone, in their order", () => {
    let hits = 0;
    for (let turn = 0; turn < 1_500; turn++) {
      const rules = Array.from({ length: 6 }, (_, id) => toRule(id, match()));
      const call = {
        target: pick(3) === 0 ? PROXY : TARGET,
        arguments: { to: value(), body: pick(8) === 0 ? new Opaque() : value() },
        userId: ["ada", "bob", undefined][pick(3)],
        ...(pick(3) === 0 && { extras: value() }),
      };
      const alone = rules.flatMap((rule) => idsOf([rule], call) || []).join();
      expect(idsOf(rules, call), JSON.stringify(call)).toBe(alone);
      if (alone !== "") hits++;
    }
    expect(hits).toBeGreaterThan(500);
  });

  it("see what a rule before them wrote, and not what it removed", () => {
    const redact = { type: "redact", place: "arguments", paths: ["to"], replacement: "secret word" };
    const rules = [
      toRule(0, { arguments: [contains("secret")] }),
      toRule(1, { arguments: [contains("ada")] }),
      toRule(2, {}, redact),
      toRule(3, { arguments: [contains("ada")] }),
      toRule(4, { arguments: [contains("secret")] }, { type: "deny" }),
      toRule(5, {}),
    ];
    const verdict = judge(rules, { arguments: { to: "Ada" } });
    expect(verdict.decisions.map(({ id }) => id)).toEqual(["1", "2", "4"]);
    expect(verdict.denial?.rule).toBe("4");
  });

  it("deny a call that they cannot read, and only log that they failed if they log", () => {
    const rules = [
      toRule(0, { arguments: [contains("x")] }),
      toRule(1, { arguments: [contains("never")] }, { type: "deny" }),
    ];
    const verdict = judge(rules, { target: PROXY, arguments: { body: new Opaque() } });
    expect(verdict.decisions).toMatchObject([
      { id: "0", outcome: "failed" },
      { id: "1", outcome: "failed" },
    ]);
    expect(verdict.denial?.rule).toBe("1");
  });

  it("deny a call where an earlier condition cannot be read, also if the texts are not there", () => {
    const body = { path: "body.to", operator: "equals", values: ["ada"] };
    const rules = [toRule(0, { arguments: [body, contains("never")] }, { type: "deny" })];
    expect(judge(rules, { arguments: { body: new Opaque() } }).denial?.rule).toBe("0");
  });

  it("find one of many texts in a long value", () => {
    const rules = Array.from({ length: 200 }, (_, id) => toRule(id, { arguments: [contains(`the word ${id};`)] }));
    const body = `${"Lorem ipsum dolor sit amet, the word, 12. ".repeat(500)} the word 77; and the word 150; end`;
    expect(idsOf(rules, { arguments: { body } })).toBe("77,150");
  });
});
