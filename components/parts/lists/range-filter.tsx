/** The filter by time range. */
"use client";
import { ChoiceFilter } from "./filters";
import { RANGES } from "./time-ranges";

const CHOICES = Object.entries(RANGES).filter(([value]) => value !== "");

export const RangeFilter = ({ className }: { className: string }) => (
  <ChoiceFilter name="range" label="Time range" any={RANGES[""]} className={className} fixed choices={CHOICES} />
);
