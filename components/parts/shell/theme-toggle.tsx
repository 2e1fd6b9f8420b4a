/** Light, dark, or the system's theme. */
"use client";
import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { toTheme, type Theme } from "./preferences";
import { chooseTheme, currentTheme, onTheme } from "./theme";

const THEMES = [
  { key: "system", label: "System", Icon: Monitor },
  { key: "light", label: "Light", Icon: Sun },
  { key: "dark", label: "Dark", Icon: Moon },
] as const;

/** `initial` is the value that the server read from the cookie. */
export function ThemeToggle({ initial }: { initial: Theme }) {
  const theme = useSyncExternalStore(onTheme, currentTheme, () => initial);
  const { Icon, label } = THEMES.find(({ key }) => key === theme) ?? THEMES[0];
  return (
    <Menu
      sections={[
        { key: "theme", choice: { value: theme, onChange: (value) => chooseTheme(toTheme(value)) }, items: THEMES },
      ]}
      trigger={
        <Button variant="ghost" size="icon" aria-label={`Theme: ${label}`}>
          <Icon aria-hidden />
        </Button>
      }
    />
  );
}
