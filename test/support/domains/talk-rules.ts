// The rules of the talk domain: a client says words, and the state stores them.

import type { AnyDomain } from '../../../core/engine/registry.ts';
import type { Event } from '../../../core/kernel/message.ts';
import { err, ok } from '../../../core/kernel/result.ts';
import { createTable, type Table } from '../../../core/tables/index.ts';

export interface Talk {
  readonly id: string;
  readonly words: readonly string[];
  readonly openedMs: number;
}

type TalkEvent =
  { readonly type: 'TalkOpened' } | { readonly type: 'WordHeard'; readonly word: string };

export interface TalkCommand {
  readonly type: 'OpenTalk' | 'Hear';
  readonly id: string;
  readonly word?: string;
}

export const talkRules: AnyDomain = {
  name: 'talk',
  eventTypes: {},
  decider: {
    initialState: () => ({ talks: createTable<Talk>(({ id }) => id, {}) }),
    decide: (command) => {
      const { type, id, word } = command as { type: string; id: string; word?: string };
      if (type === 'OpenTalk') return ok([eventOf({ type: 'TalkOpened' }, id)]);
      return word === undefined
        ? err({ code: 'NO_WORD' })
        : ok([eventOf({ type: 'WordHeard', word }, id)]);
    },
    evolve: (state, event, atMs) => {
      const table = (state as { talks: Table<Talk> }).talks;
      const talked = event as unknown as TalkEvent & { readonly id: string };
      if (talked.type === 'TalkOpened') table.insert({ id: talked.id, words: [], openedMs: atMs });
      else {
        const talk = table.get(talked.id);
        if (talk !== undefined) table.replace({ ...talk, words: [...talk.words, talked.word] });
      }
    },
  },
  react: () => [],
  streamOf: (event) => (event as unknown as { id: string }).id,
};

function eventOf(event: TalkEvent, id: string): Event {
  const withId: Event & { readonly id: string } = { ...event, id };
  return withId;
}
