/** Keeps the page out of the way of the panel from the first byte on, so that nothing moves when its code arrives. */
export const PanelRoom = () => <span hidden data-panel-room />;
