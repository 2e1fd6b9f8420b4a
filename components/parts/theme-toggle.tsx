/** Light, dark, or as the system says. */
"use client";
import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { savePreference, THEME_COOKIE, toTheme, type Theme } from "./preferences";

const THEMES = [
  { key: "system", label: "System", Icon: Monitor },
  { key: "light", label: "Light", Icon: Sun },
  { key: "dark", label: "Dark", Icon: Moon },
] as const;

/** `initial` is what the server read from the cookie. */
export function ThemeToggle({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  const choose = (value: string) => {
    const next = toTheme(value);
    setTheme(next);
    savePreference(THEME_COOKIE, next === "system" ? "" : next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
  };
  const { Icon, label } = THEMES.find(({ key }) => key === theme) ?? THEMES[0];
  return (
    <Menu
      sections={[{ key: "theme", choice: { value: theme, onChange: choose }, items: THEMES }]}
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Theme: ${label}`}>
          <Icon aria-hidden />
        </Button>
      }
    />
  );
}
