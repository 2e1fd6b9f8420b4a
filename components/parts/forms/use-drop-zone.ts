/** A part of a page onto which files can be dropped. */
"use client";
import { useState, type DragEvent } from "react";

/**
 * `isOver`: files are being held over it. `zone`: the handlers of its element.
 * @param onFiles is called with the dropped files
 */
export function useDropZone(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false);
  const zone = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver, zone };
}
