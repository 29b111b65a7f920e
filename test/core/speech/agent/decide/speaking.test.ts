import { describe, expect, it } from 'vitest';
import { speech } from '../../../../../core/speech/index.ts';
import type { SpeechEvent } from '../../../../../core/speech/events.ts';
import { given } from '../../../../support/given.ts';
import {
  agentSession,
  apply,
  conversation,
  injectText,
  openAgent,
  sendUserText,
  script,
} from '../../../../support/speech/agent-commands.ts';

const types = (events: readonly SpeechEvent[]) => events.map(({ type }) => type);

describe('a reply', () => {
  it('is a greeting, once Settings apply', () => {
    const world = given(speech, openAgent());
    world.when(apply({ greeting: 'Hello. How are you?' })).then(
      { type: 'SettingsApplied' },
      {
        type: 'ReplyStarted',
        turn: 1,
        kind: 'greeting',
        sentences: ['Hello.', 'How are you?'],
        thinkMs: 0,
        speakMs: 100,
      },
    );
  });

  it('is sent sentence by sentence, in frames of 0.2 s at its pace, and then ends', () => {
    const world = given(speech, agentSession({ greeting: 'Hello. Bye.' }));
    expect(world.after('99ms').events).toEqual([]);
    expect(world.after('1ms').events).toMatchObject([
      {
        type: 'ReplySpoken',
        speech: { text: 'Hello.', sampleRate: 8_000 },
        latency: { total: 100 },
      },
      { type: 'ReplyAudioSent', from: 0, isFirst: true },
    ]);
    const { events } = world.after('10s');
    const ended = events.at(-1);
    expect(ended).toMatchObject({ type: 'ReplyEnded', text: 'Hello. Bye.' });
    const second = events.filter(({ type }) => type === 'ReplySpoken');
    expect(second).toMatchObject([{ speech: { text: 'Bye.' } }]);
    expect(second[0]).not.toHaveProperty('latency');
    expect(events.filter((event) => 'isFirst' in event && event.isFirst)).toEqual([]);
    world.shows(({ speech: state, sessionId }) => conversation(state, sessionId), {
      phase: 'idle',
      history: [{ role: 'assistant', content: 'Hello. Bye.' }],
    });
  });

  it('has frames that follow one another without gaps, as long as the sentence', () => {
    const world = given(speech, agentSession({ greeting: 'One two three four five six seven.' }));
    const events = [...world.after('100ms').events, ...world.after('10s').events];
    const [spoken] = events.filter((event) => event.type === 'ReplySpoken');
    const frames = events.filter((event) => event.type === 'ReplyAudioSent');
    expect(frames.length).toBeGreaterThan(1);
    let at = 0;
    for (const { from, samples } of frames) {
      expect(from).toBe(at);
      at += samples;
    }
    expect(at).toBe(spoken?.samples);
    expect(frames.slice(0, -1).every(({ samples }) => samples === 1_600)).toBe(true);
  });

  it('drops its rest when the user speaks, and the history has the part that was heard', () => {
    const greeting = 'One memorable sentence of eight words is here.';
    const world = given(speech, agentSession({ greeting })).after('100ms').after('1401ms');
    const [interrupted] = world.having(sendUserText('Wait.')).events;
    const heard = interrupted?.type === 'ReplyInterrupted' ? interrupted.heard : '';
    expect(heard).not.toBe('');
    expect(greeting.startsWith(`${heard} `)).toBe(true);
    expect(types(world.after('300ms').events)).toEqual([]);
    world.shows(
      ({ speech: state, sessionId }) => conversation(state, sessionId)?.history.length,
      2,
    );
  });

  it('speaks a message of the client at once, unless the user or the agent is speaking', () => {
    const world = given(speech, agentSession());
    world.when(injectText('One moment.')).then({ type: 'ReplyStarted', kind: 'injected' });
    world.when(injectText('Another.')).then({ type: 'InjectionRefused' });
    world.after('10s').when(injectText('Another.')).then({ type: 'ReplyStarted', turn: 2 });
    world.after('10s').having(sendUserText('Hello.'));
    world.when(injectText('Not while thinking.')).then({ type: 'InjectionRefused' });
  });

  it('ends at once if the message of the client has no text', () => {
    const world = given(speech, agentSession());
    world.when(injectText(' ')).then({ type: 'ReplyEnded', text: '' });
    world.when(injectText('Well.')).then({ type: 'ReplyStarted', kind: 'injected' });
  });

  it('uses the next voice of the list if the script fails one', () => {
    const fails = { provider: 'speak', times: 1, reason: 'No voice today.' } as const;
    const voices = [
      { provider: 'eleven_labs', name: 'first' },
      { provider: 'deepgram', name: 'aura-luna-en' },
    ];
    const world = given(speech, agentSession({ speak: voices }));
    world.having(script([{ says: 'Yes.', fails }]), sendUserText('Hello.'));
    expect(world.after('400ms').events).toMatchObject([
      { type: 'SessionWarned', code: 'SPEAK_REQUEST_FAILED' },
      { type: 'ReplyStarted', voice: { base: 'slt', pitch: 92 } },
    ]);
  });

  it('ends the session if all voices fail', () => {
    const fails = { provider: 'speak', times: 2 } as const;
    const world = given(speech, agentSession());
    world.having(script([{ says: 'Yes.', fails }]), sendUserText('Hello.'));
    expect(world.after('400ms').events).toMatchObject([
      { type: 'SessionWarned', code: 'SPEAK_REQUEST_FAILED' },
      { type: 'AgentFailed', code: 'FAILED_TO_SPEAK' },
      { type: 'SessionEnded', by: 'service', code: 1000 },
    ]);
  });
});
