/** Made-up parts of answers: texts, IDs, times and people, the same in every run. */
import type { Values } from "@/lib/kernel/text/is-object";

export type LargeAnswer = { data: Values; fields: string[] };

export const WORDS =
  "please find the invoice for your order attached and let us know whether everything has arrived in good shape because " +
  "our team will follow up with the customer next week about delivery payment and the new contract";
export const TEXT = `${WORDS}. `;
export const hex = (seed: number, length: number): string =>
  Array.from({ length }, (_, index) => ((seed * 7919 + index * 104_729 + index * index * 31) % 16).toString(16)).join(
    "",
  );
export const uuid = (seed: number) => [8, 4, 4, 4, 12].map((length, part) => hex(seed + part, length)).join("-");
export const day = (index: number) => `2026-0${1 + (index % 9)}-${10 + (index % 18)}T08:${10 + (index % 50)}:42Z`;
export const many = <T>(make: (index: number) => T): T[] => Array.from({ length: 50 }, (_, index) => make(index + 1));
export const person = (index: number) => ({
  id: 10_000 + index * 37,
  login: `ada-${index}`,
  node_id: `MDQ6VXNlcj${hex(index, 6)}`,
  avatar_url: `https://avatars.example.com/u/${10_000 + index * 37}?v=4`,
  html_url: `https://example.com/ada-${index}`,
  followers_url: `https://api.example.com/users/ada-${index}/followers`,
  repos_url: `https://api.example.com/users/ada-${index}/repos`,
  type: "User",
  site_admin: false,
});
export const html = (index: number) =>
  `<html><head><style>.a { color: #${hex(index, 6)}; font-family: Arial, sans-serif; padding: 12px }</style></head>` +
  `<body><table width="600" cellpadding="0"><tr><td class="a"><p>${TEXT}</p></td></tr></table></body></html>`;
