/** A sample of the fidelity of answers: what callers get of descriptions' answers fits the tools' outputs. */
import { expect, it } from "vitest";
import { compareToolkits, MIN_FITTING, totalsOf } from "./answers/print-answers";
import type { ToolAnswers } from "./answers/toolkit-answers";

/** Recorded answers, generated answers, and composite tools. */
const SAMPLE = ["figma", "googletasks", "googledocs", "neon"];

it("answers go through the executor and fit, recorded, generated, and of composite tools", async () => {
  const answers: ToolAnswers[] = [];
  for await (const report of compareToolkits(SAMPLE)) answers.push(...report.answers);
  const totals = totalsOf(answers);
  const words = answers.flatMap(({ tool, misfits }) => misfits.map((misfit) => `${tool}: ${misfit.words}`)).join("\n");
  expect(totals.fitting / totals.compared, words).toBeGreaterThanOrEqual(MIN_FITTING);
  expect(totals.compared / totals.tools).toBeGreaterThanOrEqual(0.7);
  expect(totals.recorded).toBeGreaterThan(10);
  expect(totals.steps).toBeGreaterThan(10);
  expect(totals.named / totals.members).toBeGreaterThanOrEqual(0.95);
});
