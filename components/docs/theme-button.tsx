/** Changes to the next theme: the system's, light, dark. public/docs.js does it. */
import { Monitor, Moon, Sun } from "lucide-react";
import type { Theme } from "@/components/parts/shell/preferences";
import { cn } from "@/components/ui/cn";
import { SCRIPTED } from "./scripted";

const THEMES = [
  { theme: "system", Icon: Monitor, label: "System" },
  { theme: "light", Icon: Sun, label: "Light" },
  { theme: "dark", Icon: Moon, label: "Dark" },
] as const;

const BUTTON = cn(
  "flex size-8 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink",
  "pointer-coarse:size-10",
);

/** `initial` is the value that the server read from the cookie. The buttons of the other themes are hidden. */
export const ThemeButton = ({ initial }: { initial: Theme }) =>
  THEMES.map(({ theme, Icon, label }, index) => (
    <button
      key={theme}
      type="button"
      hidden={theme !== initial}
      data-theme-button={theme}
      data-next-theme={THEMES[(index + 1) % THEMES.length]?.theme}
      aria-label={`Theme: ${label}`}
      className={cn(BUTTON, SCRIPTED)}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  ));
