// The controls of the player of a call.

import type { JSX } from 'preact';
import { printPlace } from './call-times.ts';
import type { ShownCall } from './call.ts';
import type { PlayedCall } from './use-call-player.ts';

export function Playback({
  call,
  played,
}: {
  readonly call: ShownCall;
  readonly played: PlayedCall;
}): JSX.Element {
  const { player, seek, problems, isLoading } = played;
  const { startMs, endMs, axis } = call;
  const place = player.atMs.value - startMs;
  const isPlaying = player.isPlaying.value;
  return (
    <div class="playback" role="group" aria-label="Listen">
      <button type="button" onClick={() => (isPlaying ? player.pause() : player.play())}>
        {isPlaying ? 'Pause' : 'Play'}
      </button>
      <input
        type="range"
        min={0}
        max={Math.ceil(endMs - startMs)}
        step={10}
        value={Math.round(place)}
        aria-label="Playhead"
        aria-valuetext={`${printPlace(place)} of ${printPlace(endMs - startMs)}`}
        onInput={(event) => seek(startMs + event.currentTarget.valueAsNumber)}
      />
      <output class="tabular">
        {printPlace(place)} / {printPlace(endMs - startMs)}
      </output>
      {(['user', 'agent'] as const).map((side) =>
        axis[side].samples === 0 ? null : (
          <label key={side}>
            <input
              type="checkbox"
              checked={!player.isMuted(side)}
              onChange={(event) => player.mute(side, !event.currentTarget.checked)}
            />{' '}
            {side}
          </label>
        ),
      )}
      <span class="note" role="status">
        {isLoading ? 'Loading the audio…' : problems.join(' ')}
      </span>
    </div>
  );
}
