// The state of a transaction, as a word with a mark: its meaning is not by colour alone.

import type { JSX } from 'preact';
import type { State } from './life.ts';

const marks: Readonly<Record<State, readonly [mark: string, tone: string]>> = {
  INITIATED: ['○', 'plain'],
  CLEARED: ['○', 'plain'],
  QUEUED: ['○', 'plain'],
  SENT: ['◐', 'plain'],
  STUCK: ['!', 'warn'],
  CONFIRMED: ['◕', 'good'],
  COMPLETE: ['✓', 'good'],
  FAILED: ['✕', 'bad'],
  DENIED: ['✕', 'bad'],
  CANCELLED: ['–', 'dim'],
};

export function StateLabel({ state }: { readonly state: State }): JSX.Element {
  const [mark, tone] = marks[state];
  return (
    <span class={`state-label ${tone}`}>
      <span aria-hidden="true">{mark}</span> {state}
    </span>
  );
}
