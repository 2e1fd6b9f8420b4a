/** Light, dark, or as the system says. */
"use client";
import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuRadioGroup, MenuRadioItem } from "@/components/ui/dropdown-menu";
import { savePreference, THEME_COOKIE, toTheme, type Theme } from "./preferences";

const THEMES = [
  { value: "system", label: "System", Icon: Monitor },
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
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
  const { Icon, label } = THEMES.find(({ value }) => value === theme) ?? THEMES[0];
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Theme: ${label}`}>
          <Icon aria-hidden />
        </Button>
      }
    >
      <MenuRadioGroup value={theme} onValueChange={choose}>
        {THEMES.map((option) => (
          <MenuRadioItem key={option.value} value={option.value}>
            <option.Icon aria-hidden /> {option.label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
