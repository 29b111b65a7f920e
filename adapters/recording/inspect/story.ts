// Tells a recording as a story: its events and webhooks in the words of their services.

import type { JournalEntry } from '../../../core/index.ts';
import { faultsStory } from '../../faults/story.ts';
import { services } from '../../services/index.ts';
import { webhookServiceDefault } from '../../services/webhooks.ts';
import type { StoryEvent, StoryTeller } from '../../contracts/story.ts';
import type { Entry, EntryOf } from '../format/entries.ts';
import { isRecord, parsed } from '../format/json-values.ts';

/** Is given all entries in order; its words for an entry are those of its moment. */
export class EntryStory {
  readonly #tellers: ReadonlyMap<string, StoryTeller>;
  /** By the number of the entry, until it is taken. */
  readonly #texts = new Map<number, string>();

  constructor() {
    this.#tellers = new Map([
      ['faults', faultsStory],
      ...services.flatMap(({ name, story }) =>
        story === undefined ? [] : [[name, story()] as const],
      ),
    ]);
  }

  /** Learns names from what happened before the entries. */
  learn(journal: readonly JournalEntry[]): void {
    for (const { stream, event } of journal.flatMap(({ events }) => events)) {
      const { type, ...data } = event;
      this.#eventText({ type, stream, data });
    }
  }

  /** Reads an entry. `isTaken`: its text is kept until it is taken. */
  observe(entry: Entry, isTaken: boolean): void {
    const text =
      entry.kind === 'event'
        ? this.#eventText(entry)
        : entry.kind === 'webhook.attempt'
          ? this.webhookText(entry)
          : undefined;
    if (isTaken && text !== undefined) this.#texts.set(entry.n, text);
  }

  /** What an event says beside its type, or what a webhook reports; without words of its service, the stream of the event. */
  take({ n }: EntryOf<'event' | 'webhook.attempt'>): string {
    const text = this.#texts.get(n) ?? '';
    this.#texts.delete(n);
    return text;
  }

  /** Whether an event only notes that audio was sent or received, or that a client is alive. */
  isRoutine({ type, stream }: EntryOf<'event'>): boolean {
    return this.#tellerOf(stream)?.isRoutine?.({ type }) === true;
  }

  #tellerOf(stream: string): StoryTeller | undefined {
    return this.#tellers.get(stream.split('/')[0] ?? '');
  }

  #eventText({ type, stream, data }: StoryEvent): string {
    const [, kind = '', ...id] = stream.split('/');
    const entity = id.length === 0 ? kind : `${kind} ${id.join('/')}`;
    const text = told(() => this.#tellerOf(stream)?.eventText({ type, stream, data }));
    return text === undefined || text === '' ? entity : `${entity}: ${text}`;
  }

  /** What a webhook reports. */
  webhookText({ service = webhookServiceDefault, text }: SentWebhookText): string | undefined {
    const body = parsed(text);
    if (!isRecord(body)) return undefined;
    return told(() => this.#tellers.get(service)?.webhookText?.(body));
  }
}

interface SentWebhookText {
  readonly service?: string;
  readonly text?: string;
}

/** The words, if there are any: an event of another version may lack what they need. */
function told(tell: () => string | undefined): string | undefined {
  try {
    return tell();
  } catch {
    return undefined;
  }
}
