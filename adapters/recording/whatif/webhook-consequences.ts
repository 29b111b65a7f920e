// The webhooks that are sent more or less often.

import type { EntryOf } from '../format/entries.ts';
import { EntryStory } from '../inspect/story.ts';
import type { Counterparts, Runs } from './counterparts.ts';
import type { EventDifferences } from './event-differences.ts';
import type { FoundConsequence } from './found-consequence.ts';
import type { RunHistory } from './run-history.ts';

interface SentWebhook {
  count: number;
  readonly what: string;
  readonly atMs: number;
  readonly event: EntryOf<'event'> | undefined;
}

export function webhookConsequences(
  { before, after }: Runs,
  counterparts: Counterparts,
  differences: EventDifferences,
): readonly FoundConsequence[] {
  const lefts = sentIn(before, (text) => counterparts.translated(text));
  const rights = sentIn(after, (text) => text);
  return [...new Set([...lefts.keys(), ...rights.keys()])].flatMap((key): FoundConsequence[] => {
    const [one, other] = [lefts.get(key), rights.get(key)];
    if (one?.count === other?.count) return [];
    const attribution = differences.attribution({ before: one?.event, after: other?.event });
    const shown = one ?? other;
    const consequence = {
      kind: 'webhook' as const,
      what: shown?.what ?? '',
      before: one?.count ?? 0,
      after: other?.count ?? 0,
      atMs: shown?.atMs ?? 0,
    };
    return [{ ...attribution, consequence }];
  });
}

function sentIn(
  run: RunHistory,
  translated: (text: string) => string,
): ReadonlyMap<string, SentWebhook> {
  const story = new EntryStory();
  const sent = new Map<string, SentWebhook>();
  for (const entry of run.recording.entries) {
    story.observe(entry, entry.kind === 'webhook.attempt');
    if (entry.kind !== 'webhook.attempt') continue;
    const text = story.take(entry);
    const what = text === '' ? `to ${entry.url}` : text;
    const key = `${entry.url} ${translated(what)}`;
    const known = sent.get(key);
    if (known !== undefined) known.count += 1;
    else sent.set(key, { count: 1, what, atMs: entry.at, event: run.event(entry.position) });
  }
  return sent;
}
