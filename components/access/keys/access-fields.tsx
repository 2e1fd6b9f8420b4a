/** Chooses what a new key can do: one of the usual choices, or a level for each area. */
"use client";
import { Field } from "@/components/parts/forms/field";
import { Select } from "@/components/ui/select";
import type { KeyArea } from "@/lib/contract/permission";
import {
  AREA_WORDS,
  FULL_ACCESS,
  NOTHING,
  TEMPLATES,
  toLimitPhrases,
  toPhrases,
  type Level,
  type Levels,
  type Limits,
} from "./key-access";

const AREAS = Object.keys(AREA_WORDS) as KeyArea[];

/** @param levels null for full access */
export function AccessFields({
  template,
  levels,
  error,
  onChange,
}: {
  template: string;
  levels: Levels | null;
  error: string | undefined;
  onChange: (template: string, levels: Levels | null) => void;
}) {
  const choose = (id: string) => {
    const preset = TEMPLATES.find((candidate) => candidate.id === id);
    // Whoever chooses areas goes on from what was chosen before.
    onChange(id, id === "custom" ? (levels ?? {}) : (preset?.levels ?? null));
  };
  return (
    <div className="space-y-3">
      <Field label="Access" help="It cannot be changed later." error={error}>
        {(wiring) => (
          <Select {...wiring} name="scopes" value={template} onChange={(event) => choose(event.currentTarget.value)}>
            {TEMPLATES.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {template === "custom" ? (
        <AreaLevels levels={levels ?? {}} onChange={(next) => onChange("custom", next)} />
      ) : (
        <AccessWords levels={levels} />
      )}
    </div>
  );
}

/** What a key can do, in words. */
export function AccessWords({ levels, limits = null }: { levels: Levels | null; limits?: Limits }) {
  const phrases = toLimitPhrases(limits);
  return (
    <div className="space-y-2 text-sm break-words text-muted">
      {levels ? <Sentences title="This key can:" phrases={toPhrases(levels)} /> : <p>{FULL_ACCESS}</p>}
      {phrases.length > 0 ? <Sentences title="It only works:" phrases={phrases} /> : null}
    </div>
  );
}

const Sentences = ({ title, phrases }: { title: string; phrases: readonly string[] }) => (
  <div>
    <p>{title}</p>
    <ul className="list-disc pl-5">
      {phrases.map((phrase) => (
        <li key={phrase}>{phrase}</li>
      ))}
    </ul>
  </div>
);

const LEVELS: readonly { level: Level; name: string }[] = [
  { level: "none", name: "None" },
  { level: "read", name: "Read" },
  { level: "write", name: "Write" },
];

/** Without a level that opens no more than another one. */
const levelsOf = (area: KeyArea) => {
  const { read, write } = AREA_WORDS[area];
  const useless = read === NOTHING ? "read" : read === write ? "write" : null;
  return LEVELS.filter(({ level }) => level !== useless);
};

/** What an area that is closed could open. */
const sayMost = (area: KeyArea) => {
  const most = levelsOf(area).at(-1);
  return most && most.level !== "none" ? `${most.name}: ${AREA_WORDS[area][most.level]}` : "";
};

function AreaLevels({ levels, onChange }: { levels: Levels; onChange: (levels: Levels) => void }) {
  return (
    <fieldset className="divide-y rounded-md border">
      <legend className="sr-only">Access to each area</legend>
      {AREAS.map((area) => {
        const { title } = AREA_WORDS[area];
        const level = levels[area] ?? "none";
        return (
          <div key={area} className="flex items-center justify-between gap-3 px-3 py-2">
            <div className="min-w-0">
              <p className="text-sm font-medium">{title}</p>
              <p className="text-xs text-muted">
                {level === "none" ? sayMost(area) : `This key can ${toPhrases({ [area]: level })[0]}`}
              </p>
            </div>
            <Select
              aria-label={`Access to ${title}`}
              className="w-28 shrink-0"
              value={level}
              onChange={(event) => onChange({ ...levels, [area]: event.currentTarget.value as Level })}
            >
              {levelsOf(area).map((choice) => (
                <option key={choice.level} value={choice.level}>
                  {choice.name}
                </option>
              ))}
            </Select>
          </div>
        );
      })}
    </fieldset>
  );
}
