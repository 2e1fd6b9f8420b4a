/** The list of allowed hosts accepts only hosts elsewhere. */
import { expect, it } from "vitest";
import { workbenchApi } from "./contract";

const takes = (host: string) => workbenchApi.setWorkbenchEgress.body.safeParse({ hosts: [host] }).success;

it("returns 400 for this machine, a whole top-level domain, and invalid ports", () => {
  for (const host of [
    "localhost",
    "LOCALHOST",
    "a.localhost",
    "*.localhost",
    "localhost:8080",
    "*.com",
    "*.com:443",
    "x.example:0",
    "x.example:65536",
    "x.example:99999",
    "x.example:00000",
  ])
    expect([host, takes(host)]).toEqual([host, false]);
  for (const host of [
    "api.example.com",
    "*.example.com",
    "x.example:1",
    "x.example:65535",
    "mirror",
    "localhost.example.com",
  ])
    expect([host, takes(host)]).toEqual([host, true]);
});
