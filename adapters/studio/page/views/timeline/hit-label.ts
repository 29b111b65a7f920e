// The events or the exchange under the pointer, in lines of text.

import { printSince } from '../../model/instants.ts';
import type { WorldHistory } from '../../model/world-history.ts';
import { spokenIn } from './spoken-words.ts';
import type { TimelineHit } from './hit-test.ts';

const textCharsMax = 160;

export function hitLines(history: WorldHistory, hit: TimelineHit): readonly string[] {
  const { epochMs } = history.record;
  if (hit.kind === 'exchange') {
    const { method, url, status, failure, atMs } = hit.exchange;
    const outcome = failure ?? (status === undefined ? 'no answer yet' : String(status));
    return [
      `${method} ${cut(url)}`,
      `${outcome} · ${printSince(atMs, epochMs)}`,
      ...further(hit.count),
    ];
  }
  const envelope = history.event(hit.position);
  if (envelope === undefined) return [];
  const { position, atMs, stream, event } = envelope;
  const words = spokenIn(event)?.text;
  return [
    `#${position} ${event.type}`,
    cut(stream),
    printSince(atMs, epochMs),
    ...(words === undefined || words === '' ? [] : [`“${cut(words)}”`]),
    ...further(hit.count),
  ];
}

const further = (count: number) => (count > 1 ? [`${count} at this place`] : []);

const cut = (text: string) =>
  text.length > textCharsMax ? `${text.slice(0, textCharsMax)}…` : text;
