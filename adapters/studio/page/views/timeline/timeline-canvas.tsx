// The canvas of the timeline, with a label beside the pointer.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { EventSearch } from '../../model/event-search.ts';
import type { Viewpoint } from '../../model/viewpoint.ts';
import { CanvasController } from './canvas-controller.ts';
import { hitLines } from './hit-label.ts';
import type { TimelineModel } from './timeline-model.ts';

interface CanvasProps {
  readonly viewpoint: Viewpoint;
  readonly model: TimelineModel;
  readonly search: EventSearch;
  readonly onController: (controller: CanvasController | undefined) => void;
}

export function TimelineCanvas({
  viewpoint,
  model,
  search,
  onController,
}: CanvasProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const [controller, control] = useState<CanvasController | undefined>(undefined);
  useEffect(() => {
    if (box.current === null || canvas.current === null || probe.current === null) return;
    const elements = { box: box.current, canvas: canvas.current, probe: probe.current };
    const created = new CanvasController(elements, { viewpoint, model, search });
    control(created);
    onController(created);
    return () => created.close();
  }, [viewpoint, model, search, onController]);
  return (
    <div class="timeline-canvas" ref={box}>
      <canvas
        ref={canvas}
        tabIndex={0}
        role="application"
        aria-label="Timeline. The list of events has the same as text."
        aria-describedby="timeline-keys"
        onKeyDown={(event) => controller?.key(event)}
      />
      <span ref={probe} hidden />
      {controller === undefined ? null : <Pointed controller={controller} model={model} />}
    </div>
  );
}

interface PointedProps {
  readonly controller: CanvasController;
  readonly model: TimelineModel;
}

/** Beside the pointer; announced if keys went there. */
function Pointed({ controller, model }: PointedProps): JSX.Element {
  const pointed = controller.pointed.value;
  const lines = pointed === undefined ? [] : hitLines(model.history, pointed.hit);
  const { width } = controller;
  return (
    <>
      {pointed === undefined || lines.length === 0 ? null : (
        <div
          class="pointed"
          aria-hidden="true"
          style={{
            // On the side with more room, of which it may take all.
            ...(pointed.x > width / 2
              ? { right: `${width - pointed.x}px` }
              : { left: `${pointed.x}px` }),
            top: `${pointed.y}px`,
          }}
        >
          {lines.map((line, index) => (
            <p key={index}>{line}</p>
          ))}
        </div>
      )}
      <p class="hidden" role="status">
        {pointed?.isByKeys === true ? lines.join(', ') : ''}
      </p>
    </>
  );
}
