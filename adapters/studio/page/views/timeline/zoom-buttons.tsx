// Buttons for those without a wheel, and the list of keys.

import type { JSX } from 'preact';
import { zoomStep, type CanvasController } from './canvas-controller.ts';

export interface ZoomProps {
  readonly controller: CanvasController | undefined;
}

export function ZoomButtons({ controller }: ZoomProps): JSX.Element {
  return (
    <div class="timeline-zoom" role="group" aria-label="Zoom">
      <button type="button" onClick={() => controller?.zoom(1 / zoomStep)} title="Zoom out (-)">
        <span aria-hidden="true">−</span>
        <span class="hidden">Zoom out</span>
      </button>
      <button type="button" onClick={() => controller?.zoom(zoomStep)} title="Zoom in (+)">
        <span aria-hidden="true">+</span>
        <span class="hidden">Zoom in</span>
      </button>
      <button type="button" onClick={() => controller?.showAll()} title="Show all (0)">
        All
      </button>
    </div>
  );
}

export function TimelineKeys(): JSX.Element {
  return (
    <details class="keys">
      <summary>Keys</summary>
      <p id="timeline-keys">
        On the timeline: <kbd>+</kbd> <kbd>-</kbd> zoom, <kbd>0</kbd> shows all, <kbd>←</kbd>{' '}
        <kbd>→</kbd> move it, <kbd>Home</kbd> <kbd>End</kbd> go to its ends, <kbd>↑</kbd>{' '}
        <kbd>↓</kbd> go from event to event, <kbd>Enter</kbd> selects one. Everywhere: <kbd>←</kbd>{' '}
        <kbd>→</kbd> step by event, with <kbd>Shift</kbd> by input, <kbd>Space</kbd> plays and
        pauses.
      </p>
    </details>
  );
}
