import { expect, it } from "vitest";
import { toDisposition } from "./to-disposition";

it.each([
  ["report.pdf", 'attachment; filename="report.pdf"'],
  ["résumé (1).pdf", `attachment; filename="r_sum_ (1).pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9%20%281%29.pdf`],
  ['a"b%41.txt', `attachment; filename="a_b_41.txt"; filename*=UTF-8''a%22b%2541.txt`],
  ["x\r\nset-cookie: a=b", `attachment; filename="x__set-cookie: a=b"; filename*=UTF-8''x%0D%0Aset-cookie%3A%20a%3Db`],
  ["half \ud800", `attachment; filename="half _"; filename*=UTF-8''half%20%EF%BF%BD`],
])("the download of %j is a file that keeps its name", (name, header) => {
  expect(toDisposition(name)).toBe(header);
  expect(header).toMatch(/^[\x20-\x7e]+$/);
});
