/** The edge of a column: dragged, or moved with the arrow keys, it changes the width. */
"use client";
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { MAX_WIDTH, MIN_WIDTH, toWidth } from "./column-choices";

const STEP = 16;

type ColumnEdgeProps = {
  heading: string;
  /** Absent for an automatic width. */
  width: number | undefined;
  /** Null makes the width automatic again. */
  onResize: (width: number | null) => void;
};

const shownWidth = (edge: Element): number => edge.closest("th")?.getBoundingClientRect().width ?? MIN_WIDTH;

export function ColumnEdge({ heading, width, onResize }: ColumnEdgeProps) {
  const [drag, setDrag] = useState<{ x: number; width: number } | null>(null);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined && event.key !== "Home") return;
    event.preventDefault();
    onResize(step === undefined ? null : toWidth((width ?? shownWidth(event.currentTarget)) + step));
  };
  const move = (event: PointerEvent) => {
    if (drag) onResize(toWidth(drag.width + event.clientX - drag.x));
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of the column ${heading}`}
      title="Drag to change the width; double-click to reset it"
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={width ?? MIN_WIDTH}
      aria-valuetext={width === undefined ? "Automatic" : `${width} pixels`}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ x: event.clientX, width: shownWidth(event.currentTarget) });
      }}
      onPointerMove={move}
      onPointerUp={() => setDrag(null)}
      onPointerCancel={() => setDrag(null)}
      onDoubleClick={() => onResize(null)}
      className={
        "absolute inset-y-1.5 right-0 hidden w-2 cursor-col-resize touch-none border-r border-transparent " +
        "-outline-offset-1 group-hover/head:border-line hover:border-edge! @[58rem]:block"
      }
    />
  );
}
