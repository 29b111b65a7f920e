// A domain and a service for tests of sessions: a client says words and receives a frame for each. The words are part of
// the state, so a session continues wherever the state does.

import type { World } from '../../../core/index.ts';
import { domains, type DomainName, type Domains } from '../../../core/engine/registry.ts';
import type { Table } from '../../../core/tables/index.ts';
import { talkRules, type Talk, type TalkCommand } from './talk-rules.ts';

const talks = (states: unknown) => (states as { talk: { talks: Table<Talk> } }).talk.talks;

/** All talks of a world, by their ids. */
export const talksOf: (states: unknown) => { readonly size: number } = talks;

export const talkDomains: Domains = { ...domains, talk: talkRules };

/** The name of a domain that the registry lists at run time only. */
export const talkDomain = 'talk' as DomainName;

/** Sends a command to the domain; resolves with the words of the talk. */
export async function sendTalk(world: World, command: TalkCommand): Promise<readonly string[]> {
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
  return sendTalk(world, { type: 'Hear', id, word });
}
