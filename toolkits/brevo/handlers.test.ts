/** Brevo's template tool against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";
import { handlers } from "./handlers";

const save = (args: Record<string, unknown>) => {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 201, headers: {}, data: { id: 8 } });
    },
    readFile: () => Promise.reject(new Error("no files")),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  const result = Promise.resolve().then(() => handlers.saveTemplate?.(args as Record<string, never>, tools));
  return { result, requests };
};

describe("an email template of Brevo", () => {
  it("is changed where its ID is given, and only in what is given", async () => {
    const { result, requests } = save({ templateId: 5, isActive: false });
    expect(await result).toEqual({ id: 5 });
    expect(requests).toEqual([{ method: "PUT", path: "/smtp/templates/5", body: { isActive: false } }]);
  });

  it("is created otherwise, and what is missing is named before a request", async () => {
    const body = { templateName: "A", subject: "B", sender: { id: 1 }, htmlContent: "<p>Hello, you</p>" };
    const { result, requests } = save(body);
    expect(await result).toEqual({ id: 8 });
    expect(requests).toEqual([{ method: "POST", path: "/smtp/templates", body }]);
    const empty = save({ subject: "B" });
    await expect(empty.result).rejects.toThrow("A new template needs templateName, sender, htmlContent or htmlUrl.");
    expect(empty.requests).toEqual([]);
  });
});
