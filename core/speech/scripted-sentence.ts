// Puts another sentence into the script of a world, as what a session hears next.

import type { AgentSessionRecord } from './agent/record.ts';
import type { HearingState } from './recognition/hearing/hear.ts';
import {
  bareWords,
  partOf,
  scriptId,
  type ScriptedUtterance,
  type ScriptPart,
  type ScriptSubject,
  type SpeechScript,
} from './recognition/script/script.ts';
import type { HearingSession, SpeechSession } from './sessions.ts';
import type { ReadonlySpeechState } from './state.ts';

/**
 * The script of the world, in which the next utterance of one session is this sentence. Undefined if the script has no words for it,
 * so that its audio is recognized.
 */
export function scriptWithSentence(
  { scripts, sessions }: ReadonlySpeechState,
  sessionId: string,
  text: string,
): SpeechScript | undefined {
  const record = scripts.get(scriptId);
  const session = sessions.get(sessionId);
  if (record === undefined || session === undefined || session.path === '/v1/speak') {
    return undefined;
  }
  const { id: _id, ...script } = record;
  const parts = heardChannels(session).flatMap(([subject, hearing]) => {
    const part = partOf(script, subject);
    const own = part && partWithSentence(part, subject, nextUtterance(hearing), text);
    return own ?? [];
  });
  return parts.length === 0 ? undefined : { ...script, parts: [...parts, ...script.parts] };
}

/** A part of this session alone, of which the first that selects it counts. */
function partWithSentence(
  part: ScriptPart,
  { path, ordinal, channel }: ScriptSubject,
  index: number,
  text: string,
): ScriptPart | undefined {
  const before = part.utterances[index];
  if (before === undefined) return undefined;
  const { entities: _ofOtherWords, ...utterance } = before;
  return {
    ...part,
    select: { path, ordinal, channel },
    utterances: part.utterances.with(index, { ...utterance, text: spelledAs(before, text) }),
  };
}

/** A script made of results without punctuation has none: so has the sentence. */
function spelledAs(before: ScriptedUtterance, text: string): string {
  const isPlain = before.text !== '' && before.text === plainWords(before.text);
  return isPlain ? plainWords(text) : text;
}

function plainWords(text: string): string {
  return bareWords(text).join(' ').toLowerCase();
}

/** One in progress is over before the next one begins. */
function nextUtterance({ index, utterance }: HearingState): number {
  return utterance === null ? index : index + 1;
}

function heardChannels(
  session: HearingSession | AgentSessionRecord,
): readonly (readonly [ScriptSubject, HearingState])[] {
  const { path, ordinal } = session;
  const tags = tagsOf(session);
  const hearings =
    path === '/v1/listen' ? session.channels.map(({ hearing }) => hearing) : [session.hearing];
  return hearings.map((hearing, channel) => [{ path, ordinal, tags, channel }, hearing]);
}

function tagsOf(session: Exclude<SpeechSession, { readonly path: '/v1/speak' }>) {
  return session.path === '/v1/agent/converse'
    ? (session.settings?.tags ?? [])
    : session.parameters.tags;
}
