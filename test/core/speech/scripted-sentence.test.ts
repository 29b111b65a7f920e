import { describe, expect, it } from 'vitest';
import { speech } from '../../../core/speech/index.ts';
import type { SpeechCommand } from '../../../core/speech/commands.ts';
import type { SpeechScript } from '../../../core/speech/recognition/script/script.ts';
import { scriptWithSentence } from '../../../core/speech/scripted-sentence.ts';
import { given } from '../../support/given.ts';
import { agentSession } from '../../support/speech/agent-commands.ts';
import { openSession } from '../../support/speech/commands.ts';
import { quietHops, speechHops } from '../../support/speech/hearing.ts';
import { audio, listeningSession } from '../../support/speech/listening.ts';
import { openTurns } from '../../support/speech/turn-commands.ts';

const setScript = (script: SpeechScript) => ({ type: 'SetScript', script }) as const;

const script: SpeechScript = {
  parts: [
    { select: { ordinal: 2 }, utterances: [{ text: 'Of another session.' }] },
    {
      select: {},
      gapMs: 600,
      utterances: [
        { text: 'Hello there.' },
        { text: 'Bye for now.', speaker: 'Ann', entities: [{ label: 'WORD', value: 'Bye' }] },
      ],
    },
  ],
  answers: [{ hears: 'Bye for now.', says: 'Bye.' }],
};

const said = [...speechHops(1.2), ...quietHops(1)];

describe('another sentence in the script', () => {
  it('is the next utterance of the session, with its speaker, and all else is as it was', () => {
    const world = given(speech, listeningSession()).having(setScript(script), audio([said]));
    expect(scriptWithSentence(world.speech, world.sessionId, 'Wait.')).toEqual({
      ...script,
      parts: [
        {
          select: { path: '/v1/listen', ordinal: 1, channel: 0 },
          gapMs: 600,
          utterances: [{ text: 'Hello there.' }, { text: 'Wait.', speaker: 'Ann' }],
        },
        ...script.parts,
      ],
    });
  });

  it.each([
    ["is it ann's parcel", "where is bob's letter"],
    ['Is it here', "Where is Bob's letter?"],
    ['is it here?', "Where is Bob's letter?"],
    ['', "Where is Bob's letter?"],
  ])('is spelled as %j was', (before, text) => {
    const plain = setScript({ parts: [{ select: {}, utterances: [{ text: before }] }] });
    const world = given(speech, listeningSession()).having(plain);
    const other = scriptWithSentence(world.speech, world.sessionId, "Where is Bob's letter?");
    expect(other?.parts[0]?.utterances).toEqual([{ text }]);
  });

  it('is heard', () => {
    const world = given(speech, listeningSession()).having(setScript(script), audio([said]));
    const other = scriptWithSentence(world.speech, world.sessionId, 'Wait.') as SpeechScript;
    const { events } = world.having(setScript(other), audio([said]));
    const words = events.flatMap((event) =>
      event.type === 'ResultProduced' ? event.words.map(({ text }) => text) : [],
    );
    expect(words).toEqual(['Wait.']);
  });

  it('comes after the utterance in progress', () => {
    const begun = audio([speechHops(1.2)]);
    const world = given(speech, listeningSession()).having(setScript(script), begun);
    const [own] = scriptWithSentence(world.speech, world.sessionId, 'Wait.')?.parts ?? [];
    expect(own?.utterances.map(({ text }) => text)).toEqual(['Hello there.', 'Wait.']);
  });

  it.each([
    ['/v2/listen', openTurns()],
    ['/v1/agent/converse', agentSession()],
  ])('is of a session of %s', (path, session) => {
    const world = given(speech, session).having(setScript(script));
    const [own] = scriptWithSentence(world.speech, world.sessionId, 'Wait.')?.parts ?? [];
    expect(own).toMatchObject({
      select: { path, ordinal: 1, channel: 0 },
      utterances: [{ text: 'Wait.' }, { text: 'Bye for now.' }],
    });
  });

  const world = given(speech, listeningSession()).having(audio([said]));
  const ended = setScript({ parts: [{ select: {}, utterances: [{ text: 'Hello there.' }] }] });
  it.each<readonly [string, SpeechCommand[], string]>([
    ['the world has no script', [], world.sessionId],
    ['its words are over', [ended], world.sessionId],
    ['the session is over', [setScript(script)], 'unknown'],
  ])('is none where %s', (_where, commands, sessionId) => {
    const { speech: state } = world.having(...commands);
    expect(scriptWithSentence(state, sessionId, 'Wait.')).toBeUndefined();
  });

  it('is none of a session that hears nothing', () => {
    const speaking = given(speech, openSession()).having(setScript(script));
    expect(scriptWithSentence(speaking.speech, speaking.sessionId, 'Wait.')).toBeUndefined();
  });
});
