/** The frame around every page of the dashboard. */
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { ReleaseBanner } from "@/components/about/release-banner";
import { QuietBanner } from "@/components/backups/quiet-banner";
import { DemoBanner } from "@/components/home/demo-banner";
import { Frame } from "@/components/parts/shell/frame";
import {
  COLUMNS_COOKIE,
  DEMO_BANNER_COOKIE,
  RELEASE_BANNER_COOKIE,
  SIDEBAR_COOKIE,
  THEME_COOKIE,
  toTheme,
} from "@/components/parts/shell/preferences";
import { Providers } from "@/components/parts/shell/providers";
import { isDemo } from "@/lib/contract/demo-header";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const jar = await cookies();
  const tellsDemo = isDemo(await headers()) && jar.get(DEMO_BANNER_COOKIE)?.value !== "closed";
  return (
    <Providers>
      <Frame
        theme={toTheme(jar.get(THEME_COOKIE)?.value)}
        columns={jar.get(COLUMNS_COOKIE)?.value}
        compact={jar.get(SIDEBAR_COOKIE)?.value === "compact"}
        banner={
          <>
            <QuietBanner />
            <ReleaseBanner closedVersion={jar.get(RELEASE_BANNER_COOKIE)?.value} />
            {tellsDemo ? <DemoBanner /> : null}
          </>
        }
      >
        {children}
      </Frame>
    </Providers>
  );
}
