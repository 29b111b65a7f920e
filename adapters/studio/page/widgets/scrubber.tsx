// The scrubber: the moment that all views show. Arrow keys step by event, with Shift by input; Space plays.

import { useEffect } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Viewpoint } from '../model/viewpoint.ts';
import { printInstant, printSince } from '../model/instants.ts';
import { scrubberAction } from '../model/scrubber-keys.ts';
import { PlayControls } from './play-controls.tsx';

export function Scrubber({ looked }: { readonly looked: Viewpoint }): JSX.Element | null {
  useEffect(() => {
    const press = (event: KeyboardEvent) => onKey(looked, event);
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [looked]);
  const history = looked.history.value;
  if (history === undefined) return null;
  const last = history.position.value;
  const position = looked.position.value;
  const moment = looked.moment.value;
  const epochMs = history.record.epochMs;
  const nowMs = looked.playback.headMs.value ?? moment?.nowMs ?? epochMs;
  const text = `${printInstant(nowMs)}, position ${position} of ${last}`;
  return (
    <footer class="scrubber">
      <PlayControls playback={looked.playback} />
      <button type="button" title="Step back (←)" onClick={() => looked.step(-1, 'event')}>
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
        onInput={(event) => looked.scrub(event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          looked.step(by, event.shiftKey ? 'input' : 'event');
        }}
      />
      <button type="button" title="Step forward (→)" onClick={() => looked.step(1, 'event')}>
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
        aria-pressed={looked.isAtEnd.value}
        onClick={() => looked.scrub(last)}
        title="Follow the end"
      >
        End
      </button>
    </footer>
  );
}

function onKey(looked: Viewpoint, event: KeyboardEvent): void {
  const { target } = event;
  const isWithin = (selector: string) =>
    target instanceof Element && target.closest(selector) !== null;
  const action = scrubberAction(event, isWithin);
  if (action === undefined) return;
  event.preventDefault();
  if (action.kind === 'play') return looked.playback.toggle();
  looked.playback.pause();
  looked.step(action.by, action.unit);
}
