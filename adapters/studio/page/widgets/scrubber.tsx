// The scrubber: the moment that all views show. Arrow keys step by event, with Shift by input; Space plays.

import { useEffect } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Viewpoint } from '../model/viewpoint.ts';
import { printInstant, printSince } from '../model/instants.ts';
import { scrubberAction } from '../model/scrubber-keys.ts';
import { PlayControls } from './play-controls.tsx';

export function Scrubber({ viewpoint }: { readonly viewpoint: Viewpoint }): JSX.Element | null {
  useEffect(() => {
    const press = (event: KeyboardEvent) => onKey(viewpoint, event);
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [viewpoint]);
  const history = viewpoint.history.value;
  if (history === undefined) return null;
  const { position: last, nowMs: endMs } = history.end.value;
  const position = viewpoint.isAtEnd.value ? last : viewpoint.position.value;
  const moment = viewpoint.moment.value;
  const epochMs = history.record.epochMs;
  const shownMs = moment?.nowMs ?? (viewpoint.isAtEnd.value ? endMs : epochMs);
  const nowMs = viewpoint.playback.headMs.value ?? shownMs;
  const text = `${printInstant(nowMs)}, position ${position} of ${last}`;
  return (
    <footer class="scrubber" aria-busy={history.status.value.kind === 'loading'}>
      <PlayControls playback={viewpoint.playback} />
      <button type="button" title="Step back (←)" onClick={() => viewpoint.step(-1, 'event')}>
        <span aria-hidden="true">‹</span>
        <span class="hidden">Step back</span>
      </button>
      <input
        type="range"
        min={0}
        max={last}
        value={position}
        aria-label="Moment"
        aria-valuetext={text}
        onInput={(event) => viewpoint.scrub(event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          viewpoint.step(by, event.shiftKey ? 'input' : 'event');
        }}
      />
      <button type="button" title="Step forward (→)" onClick={() => viewpoint.step(1, 'event')}>
        <span aria-hidden="true">›</span>
        <span class="hidden">Step forward</span>
      </button>
      <output class="moment">
        <span class="since">{printSince(nowMs, epochMs)}</span>
        <span class="position">
          {position} of {last}
        </span>
        <span class="instant" title="Virtual time">
          {printInstant(nowMs)}
        </span>
      </output>
      <button
        type="button"
        aria-pressed={viewpoint.isAtEnd.value}
        onClick={() => viewpoint.scrub(last)}
        title="Follow the end"
      >
        End
      </button>
    </footer>
  );
}

function onKey(viewpoint: Viewpoint, event: KeyboardEvent): void {
  const { target } = event;
  const isWithin = (selector: string) =>
    target instanceof Element && target.closest(selector) !== null;
  const action = scrubberAction(event, isWithin);
  if (action === undefined) return;
  event.preventDefault();
  if (action.kind === 'play') return viewpoint.playback.toggle();
  viewpoint.playback.pause();
  viewpoint.step(action.by, action.unit);
}
