/**
 * The root of every page: fonts, theme (from a cookie, so nothing flashes and no inline script is needed).
 */
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { THEME_COOKIE, toTheme } from "@/components/parts/shell/preferences";
import "./globals.css";

// Written by scripts/build/subset-fonts.mjs. A page that has not received them when it is drawn keeps a system font of
// the same width: texts that change their font later would move what is below them.
const sans = localFont({
  src: "./fonts/geist.woff2",
  variable: "--font-geist-sans",
  weight: "400 600",
  display: "optional",
});
const mono = localFont({
  src: "./fonts/geist-mono.woff2",
  variable: "--font-geist-mono",
  weight: "400 600",
  display: "optional",
  adjustFontFallback: false,
  fallback: ["ui-monospace", "SFMono-Regular", "Menlo", "Consolas", "monospace"],
});

export const metadata: Metadata = {
  title: { default: "Patchbay", template: "%s · Patchbay" },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#0e0e10" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme} className={`${sans.variable} ${mono.variable}`}>
      <body>{children}</body>
    </html>
  );
}
