// A domain and a service for tests of sessions: a client says words, and hears how often it has said each. What was said is
// in the state, so a session goes on wherever the state does.

import type { OpenSession, Session, SessionBook } from '../../../adapters/http/channel.ts';
import type { World } from '../../../core/index.ts';
import { domains, type DomainName, type Domains } from '../../../core/engine/registry.ts';
import type { Event } from '../../../core/kernel/message.ts';
import { err, ok } from '../../../core/kernel/result.ts';
import { Table } from '../../../core/tables/index.ts';

interface Talk {
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

const talks = (states: unknown) => (states as { talk: { talks: Table<Talk> } }).talk.talks;

/** All talks of a world, by their ids. */
export const talksOf: (states: unknown) => { readonly size: number } = talks;

export const talkDomains: Domains = {
  ...domains,
  talk: {
    name: 'talk',
    decider: {
      initialState: () => ({ talks: new Table<Talk>(({ id }) => id, {}) }),
      decide: (command) => {
        const { type, id, word } = command as { type: string; id: string; word?: string };
        if (type === 'OpenTalk') return ok([event({ type: 'TalkOpened' }, id)]);
        return word === undefined
          ? err({ code: 'NO_WORD' })
          : ok([event({ type: 'WordHeard', word }, id)]);
      },
      evolve: (state, happened, atMs) => {
        const table = (state as { talks: Table<Talk> }).talks;
        const told = happened as unknown as TalkEvent & { readonly id: string };
        if (told.type === 'TalkOpened') table.insert({ id: told.id, words: [], openedMs: atMs });
        else {
          const talk = table.get(told.id);
          if (talk !== undefined) table.replace({ ...talk, words: [...talk.words, told.word] });
        }
      },
    },
    react: () => [],
    streamOf: (happened) => (happened as unknown as { id: string }).id,
  },
};

/** The name of a domain that the registry lists at run time only. */
export const talkDomain = 'talk' as DomainName;

/** Sends a command to the domain; gives what the talk has heard then. */
export async function talk(world: World, command: TalkCommand): Promise<readonly string[]> {
  return world.send({
    domain: talkDomain,
    prepare: () => ({ command }),
    respond: (_outcome, states) => talks(states).get(command.id)?.words ?? [],
  });
}

/** The words of a talk, or null if there is none of this id. */
export function wordsOf(world: World, id: string): Promise<readonly string[] | null> {
  return world.read((states) => talks(states).get(id)?.words ?? null);
}

/** Adds a word to a talk; resolves with all its words. */
export function addWord(world: World, id: string, word: string): Promise<readonly string[]> {
  return talk(world, { type: 'Hear', id, word });
}

/** The sessions of the service, of which these ids have a client. */
export const talkBook = (attached: readonly string[] = []): SessionBook => ({
  list: (world) =>
    world.read((states) =>
      [...talks(states).values()].map(({ id, openedMs }): OpenSession => ({
        id,
        path: '/talk',
        openedMs,
        isAttached: attached.includes(id),
      })),
    ),
  async resume(world, id, peer) {
    const isOpen = await world.read((states) => talks(states).get(id) !== undefined);
    if (!isOpen) return undefined;
    const session: Session = {
      async receive(frame) {
        if (frame.kind === 'binary') return peer.send(frame);
        if (frame.text === 'bye') return peer.close(1000, 'bye');
        const words = await talk(world, { type: 'Hear', id, word: frame.text });
        const count = words.filter((word) => word === frame.text).length;
        peer.send({ kind: 'text', text: `${frame.text} ${count}` });
      },
      closed: () => undefined,
    };
    return session;
  },
});

function event(told: TalkEvent, id: string): Event {
  const stored: Event & { readonly id: string } = { ...told, id };
  return stored;
}
