import { expect, it } from "vitest";
import type { HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";

const page = { title: "Rain", url: "https://weather.example/", text: "Much." };
const fail = (message: string): never => {
  throw new Error(message);
};

const run = (name: string, args: object, services?: HandlerTools["services"]) =>
  handlers[name]?.(args as never, { fail, ...(services && { services }) } as HandlerTools);

it("answers with the provider's words, or with the pages where it has none", async () => {
  for (const answer of ["It rains.", null])
    expect(
      await run(
        "answer",
        { content: "rain" },
        { search: async () => ({ answer, pages: [page], text: "1. Rain" }), ask: fail as never },
      ),
    ).toEqual({ answer: answer ?? "1. Rain", citations: [page] });
});

it("asks nobody in a dry run, and refuses more than 200,000 characters together", async () => {
  const messages = ["x".repeat(150_000), "y".repeat(50_001)].map((content) => ({ role: "user", content }));
  expect([await run("answer", { content: "rain" }), await run("chat", { messages: messages.slice(1) })]).toEqual(
    Array(2).fill({ dry_run: true }),
  );
  await expect(run("chat", { messages })).rejects.toThrow("200001 characters");
});
