/** The frame around the documentation. */
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { DocsFrame } from "@/components/docs/docs-frame";
import { THEME_COOKIE, toTheme } from "@/components/parts/shell/preferences";

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <DocsFrame theme={theme} nonce={nonce}>
      {children}
    </DocsFrame>
  );
}
