// Plays the history of a world with its scrubber: virtual time passes at a rate of choice.

import type { JSX } from 'preact';
import { playbackRates, type HistoryPlayer } from '../model/playback.ts';

export function PlayControls({ playback }: { readonly playback: HistoryPlayer }): JSX.Element {
  const isPlaying = playback.isPlaying.value;
  const rate = playback.rate.value;
  return (
    <span class="group">
      <button
        type="button"
        class="play"
        aria-pressed={isPlaying}
        title={isPlaying ? 'Pause (Space)' : 'Play the history (Space)'}
        onClick={() => playback.toggle()}
      >
        <span aria-hidden="true">{isPlaying ? '❚❚' : '▶'}</span>
        <span class="hidden">Play the history</span>
      </button>
      <select
        aria-label="Virtual time by second"
        value={String(rate)}
        onChange={({ currentTarget: { value } }) => {
          const chosen = playbackRates.find((candidate) => String(candidate) === value);
          if (chosen !== undefined) playback.setRate(chosen);
        }}
      >
        {playbackRates.map((candidate) => (
          <option key={candidate} value={String(candidate)}>
            {candidate === 'max' ? 'max' : `× ${candidate}`}
          </option>
        ))}
      </select>
    </span>
  );
}
