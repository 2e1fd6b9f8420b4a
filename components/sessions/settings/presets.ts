/** The usual choices of what an agent may do in a session, as settings. Pure. */
import { withSetting, type Settings } from "./settings-draft";

/** `custom`: settings that none of the others would write. */
export type Preset = "everything" | "read" | "ask" | "custom";

/** The settings that a preset decides. */
type Decided = Pick<Settings, "tags" | "require_approval">;

const DECIDED: Record<Exclude<Preset, "custom">, Decided> = {
  everything: {},
  read: { tags: { enable: ["readOnlyHint"] } },
  ask: { require_approval: { tags: ["createHint", "updateHint", "destructiveHint"] } },
};

export const PRESETS: readonly { key: Preset; label: string; help: string }[] = [
  { key: "everything", label: "Everything", help: "Every tool runs as soon as the agent calls it." },
  { key: "read", label: "Read only", help: "Only tools that read. The agent does not see any other tool." },
  {
    key: "ask",
    label: "Ask before changes",
    help: "Tools that create, change or delete something wait until a person allows the call.",
  },
  { key: "custom", label: "Custom", help: "As the settings below say." },
];

const isSame = (value: unknown, other: unknown): boolean =>
  JSON.stringify(value ?? null) === JSON.stringify(other ?? null);

/** The preset that writes these settings, whatever else they contain. */
export function presetOf(settings: Settings): Preset {
  const names = Object.keys(DECIDED) as Exclude<Preset, "custom">[];
  const ownRules = settings.tools !== undefined || settings.experimental?.permissions !== undefined;
  const preset = names.find(
    (name) =>
      isSame(settings.tags, DECIDED[name].tags) && isSame(settings.require_approval, DECIDED[name].require_approval),
  );
  return ownRules ? "custom" : (preset ?? "custom");
}

/** The settings with those of a preset; `custom` leaves them as they are. */
export function withPreset(settings: Settings, preset: Preset): Settings {
  if (preset === "custom") return settings;
  const { permissions: _, ...experimental } = settings.experimental ?? {};
  const bare = withSetting(withSetting(settings, "tools", undefined), "experimental", undefined);
  const rest = Object.keys(experimental).length > 0 ? { ...bare, experimental } : bare;
  const { tags, require_approval } = DECIDED[preset];
  return withSetting(withSetting(rest, "tags", tags), "require_approval", require_approval);
}

/** How many settings other than those of a preset are changed. */
export const countOthers = (settings: Settings): number =>
  Object.keys(settings).filter((name) => name !== "tags" && name !== "require_approval").length;
