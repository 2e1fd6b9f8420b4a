/** Changes to the next theme: the system's, light, dark. A menu would be half of the script of these pages. */
"use client";
import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { Theme } from "@/components/parts/shell/preferences";
import { chooseTheme, currentTheme, onTheme } from "@/components/parts/shell/theme";
import { Button } from "@/components/ui/button";

const NEXT = {
  system: { Icon: Monitor, label: "System", next: "light" },
  light: { Icon: Sun, label: "Light", next: "dark" },
  dark: { Icon: Moon, label: "Dark", next: "system" },
} as const;

/** `initial` is the value that the server read from the cookie. */
export function ThemeButton({ initial }: { initial: Theme }) {
  const { Icon, label, next } = NEXT[useSyncExternalStore(onTheme, currentTheme, () => initial)];
  return (
    <Button variant="ghost" size="icon" aria-label={`Theme: ${label}`} onClick={() => chooseTheme(next)}>
      <Icon aria-hidden />
    </Button>
  );
}
