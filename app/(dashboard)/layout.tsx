/** The frame around every page of the dashboard. */
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Frame } from "@/components/parts/frame";
import { SIDEBAR_COOKIE, THEME_COOKIE, toTheme } from "@/components/parts/preferences";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const jar = await cookies();
  return (
    <Frame theme={toTheme(jar.get(THEME_COOKIE)?.value)} compact={jar.get(SIDEBAR_COOKIE)?.value === "compact"}>
      {children}
    </Frame>
  );
}
