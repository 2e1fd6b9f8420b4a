/** The filters with suggestions of the audit trail: values of the rows on the screen, and what the person types. */
"use client";
import { useCombobox } from "@/components/parts/forms/combobox";
import { type FilterProps, SuggestFilter } from "@/components/suggestions/suggest-filter";

/** A filter by a text in the URL. */
function OwnFilter({ name, label, ...props }: FilterProps & { name: string; label: string }) {
  const state = useCombobox();
  return <SuggestFilter name={name} label={label} found={[]} {...{ state, ...props }} />;
}

export const WhoFilter = (props: FilterProps) => <OwnFilter name="who" label="Who" {...props} />;
export const ObjectFilter = (props: FilterProps) => <OwnFilter name="object" label="Object ID" {...props} />;
export const AddressFilter = (props: FilterProps) => <OwnFilter name="address" label="IP address" {...props} />;
export const ProjectFilter = (props: FilterProps) => <OwnFilter name="project" label="Project" {...props} />;
