/** A choice among the versions of a toolkit. */
"use client";
import { Select } from "@/components/ui/select";

export function VersionSelect({
  label,
  versions,
  value,
  onChange,
}: {
  label: string;
  versions: readonly string[];
  value: string;
  onChange: (version: string) => void;
}) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      className="w-auto"
    >
      {versions.map((version) => (
        <option key={version} value={version}>
          {version}
        </option>
      ))}
    </Select>
  );
}
