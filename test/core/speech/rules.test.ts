// What the rules of the speech channels allow for: faults, sessions from before, interruptions, and audio on its way.

import { describe, expect, it } from 'vitest';
import { RuleBook } from '../../../core/kernel/rule.ts';
import { rules, type ChannelName, type SpeechObservation } from '../../../core/speech/rules.ts';

function verdict(...observations: readonly SpeechObservation[]) {
  const book = new RuleBook(rules);
  for (const observation of observations) book.observe(observation);
  const reports = book.end({ n: 1_000, atMs: 0 });
  return {
    times: reports.reduce((sum, { broken }) => sum + broken, 0),
    broken: reports.filter(({ broken }) => broken > 0).map(({ name }) => name),
    evaluated: reports.reduce((sum, { evaluated }) => sum + evaluated, 0),
  };
}

let count = 0;
const n = () => (count += 1);

const opened = (channel: ChannelName, query: Record<string, string> = {}): SpeechObservation => ({
  kind: 'opened',
  n: n(),
  conn: 1,
  channel,
  query,
});
const message = (by: 'client' | 'server', type: string, rest: object = {}): SpeechObservation => ({
  kind: 'message',
  n: n(),
  conn: 1,
  by,
  message: { type, ...rest },
});
const sent = (type: string, rest: object = {}) => message('client', type, rest);
const got = (type: string, rest: object = {}) => message('server', type, rest);
const audio = (by: 'client' | 'server', bytes: number): SpeechObservation => ({
  kind: 'audio',
  n: n(),
  conn: 1,
  by,
  bytes,
});
const closed = (code: number): SpeechObservation => ({
  kind: 'closed',
  n: n(),
  conn: 1,
  by: 'server',
  code,
});

const connected = got('Connected', { request_id: 'r', sequence_id: 0 });

describe('a connection', () => {
  it('is not judged if it was open before the recording', () => {
    expect(verdict(got('TurnInfo', { event: 'EndOfTurn' }), audio('server', 3))).toEqual({
      times: 0,
      broken: [],
      evaluated: 0,
    });
  });

  it('is not judged after a fault has struck its frames', () => {
    const lost = got('ConfigureSuccess', { sequence_id: 7 });
    expect(verdict(opened('turns'), connected, lost).broken).toContain('sequence-ids');
    const struck: SpeechObservation = { kind: 'struck', n: n() };
    expect(verdict(opened('turns'), connected, struck, lost).broken).toEqual([]);
  });

  it('is judged by itself if its number comes again', () => {
    expect(
      verdict(opened('turns'), connected, closed(1005), opened('turns'), connected).broken,
    ).toEqual([]);
  });

  it('may be closed for another reason than the one that the client gave', () => {
    expect(verdict(opened('turns'), connected, sent('CloseStream'), closed(1011)).broken).toEqual(
      [],
    );
    expect(verdict(opened('turns'), connected, sent('CloseStream'), closed(1000)).broken).toEqual([
      'close-codes',
    ]);
    const error = got('Error', { sequence_id: 1 });
    expect(verdict(opened('turns'), connected, error, closed(1000)).broken).toEqual([]);
  });
});

describe('a confirmation', () => {
  it('is found once where nothing was asked for, and the next one counts again', () => {
    const speak = [opened('speak'), got('Metadata', { request_id: 'r' })];
    const flushed = (id: number) => got('Flushed', { sequence_id: id });
    const later = [
      sent('Speak', { text: 'Hm' }),
      sent('Flush'),
      audio('server', 9_600),
      flushed(1),
    ];
    expect(verdict(...speak, flushed(0), ...later)).toMatchObject({
      broken: ['confirmations'],
      times: 1,
    });
  });

  it('has no type that only looks like one', () => {
    const speak = [opened('speak'), got('Metadata', { request_id: 'r' })];
    expect(verdict(...speak, got('constructor'), got('toString')).broken).toEqual([]);
    expect(verdict(opened('listen'), got('constructor')).broken).toEqual([]);
  });
});

describe('spoken audio', () => {
  const speak = opened('speak', { encoding: 'mulaw', sample_rate: '8000' });
  const metadata = got('Metadata', { request_id: 'r' });
  const text = sent('Speak', { text: 'Good morning, and thank you for calling.' });
  const flushed = (id: number) => got('Flushed', { sequence_id: id });

  it('fits its text', () => {
    const spoken = (bytes: number) =>
      verdict(speak, metadata, text, sent('Flush'), audio('server', bytes), flushed(0)).broken;
    expect(spoken(20_000)).toEqual([]);
    expect(spoken(1_000)).toEqual(['speak-audio']);
    expect(spoken(900_000)).toEqual(['speak-audio']);
  });

  it('is not measured where text was cleared, or a warning may have refused it', () => {
    const cleared = [sent('Flush'), sent('Clear'), flushed(0), got('Cleared', { sequence_id: 1 })];
    expect(verdict(speak, metadata, text, ...cleared).broken).toEqual([]);
    const warned = [sent('Flush'), got('Warning', { code: 'EXCESSIVE_FLUSH' })];
    expect(verdict(speak, metadata, text, ...warned, flushed(0)).broken).toEqual([]);
  });

  it('may begin for text that follows a Clear, before the Clear is confirmed', () => {
    const order = [sent('Clear'), text, got('Cleared', { sequence_id: 0 }), audio('server', 100)];
    expect(verdict(speak, metadata, ...order).broken).toEqual([]);
  });
});

describe('heard audio', () => {
  const listen = (query: object = {}) => opened('listen', { ...query });
  const raw = { encoding: 'linear16', sample_rate: '8000' };
  const summary = (duration: number) => got('Metadata', { duration });

  it('may still be on its way, unless the client has ended it', () => {
    const half = [listen(raw), audio('client', 16_000)];
    expect(verdict(...half, summary(0.5)).broken).toEqual([]);
    expect(verdict(...half, sent('CloseStream'), summary(0.5)).broken).toEqual(['listen-audio']);
    expect(verdict(...half, summary(2)).broken).toEqual(['listen-audio']);
  });

  it('ends with the last word of the first alternative, whatever others heard', () => {
    const words = (end: number) => ({ transcript: 'x', words: [{ start: 0, end }] });
    const results = got('Results', {
      channel_index: [0, 1],
      start: 0,
      duration: 1,
      is_final: true,
      channel: { alternatives: [words(0.5), words(0.8)] },
    });
    const asked = opened('listen', { utterance_end_ms: '1000' });
    const ended = (end: number) =>
      verdict(asked, results, got('UtteranceEnd', { channel: [0, 1], last_word_end: end })).broken;
    expect(ended(0.5)).toEqual([]);
    expect(ended(0.8)).toEqual(['utterance-ends']);
  });

  it('has no length in containers and packed encodings', () => {
    expect(verdict(listen(), audio('client', 10), summary(9)).broken).toEqual([]);
    expect(verdict(listen({ encoding: 'opus' }), audio('client', 10), summary(9)).broken).toEqual(
      [],
    );
  });
});

describe('an agent', () => {
  const welcome = got('Welcome', { request_id: 'r' });
  const begin = [opened('agent'), welcome, sent('Settings'), got('SettingsApplied')];
  const said = (content: string) => got('ConversationText', { role: 'assistant', content });

  it('may send some audio after the user has interrupted it, which is not measured', () => {
    const cut = [
      said('A long sentence of many words.'),
      audio('server', 2),
      got('UserStartedSpeaking'),
    ];
    expect(verdict(...begin, ...cut, audio('server', 2), got('AgentAudioDone')).broken).toEqual([]);
  });

  it('does not speak without a text, nor before its settings', () => {
    expect(verdict(...begin, audio('server', 2)).broken).toEqual(['agent-order']);
    expect(verdict(opened('agent'), welcome, said('Hello')).broken).toEqual(['agent-order']);
  });

  it('waits for a function of the client, unless somebody speaks meanwhile', () => {
    const functions = [{ id: 'f', name: 'a', arguments: '{}', client_side: true }];
    const call = got('FunctionCallRequest', { functions });
    expect(verdict(...begin, call, said('Done.')).broken).toEqual(['function-calls']);
    expect(
      verdict(...begin, call, sent('FunctionCallResponse', { id: 'f' }), said('Done.')).broken,
    ).toEqual([]);
    expect(verdict(...begin, call, got('UserStartedSpeaking'), said('Yes?')).broken).toEqual([]);
  });

  it('reports the answers of its own functions only', () => {
    const functions = [{ id: 'f', name: 'a', arguments: '{}', client_side: false }];
    const answer = got('FunctionCallResponse', { id: 'f' });
    expect(verdict(...begin, got('FunctionCallRequest', { functions }), answer).broken).toEqual([]);
    expect(verdict(...begin, answer).broken).toEqual(['function-calls']);
  });

  it('is measured after the user has spoken, too', () => {
    const turn = [
      got('UserStartedSpeaking'),
      got('ConversationText', { role: 'user', content: 'A table, please.' }),
      said('For how many people shall I reserve it?'),
    ];
    const spoken = (bytes: number) =>
      verdict(...begin, ...turn, audio('server', bytes), got('AgentAudioDone')).broken;
    expect(spoken(120_000)).toEqual([]);
    expect(spoken(200)).toEqual(['agent-audio']);
  });

  it('does not go on without the answer of its client because it thinks', () => {
    const functions = [{ id: 'f', name: 'a', arguments: '{}', client_side: true }];
    const call = got('FunctionCallRequest', { functions });
    const thinking = got('AgentThinking', { content: '' });
    expect(verdict(...begin, call, thinking, said('Done.')).broken).toEqual(['function-calls']);
  });

  it('may end what it was saying while it waits for a function', () => {
    const functions = [{ id: 'f', name: 'a', arguments: '{}', client_side: true }];
    const call = got('FunctionCallRequest', { functions });
    const reply = [said('One moment, please.'), call, audio('server', 48_000)];
    expect(verdict(...begin, ...reply, got('AgentAudioDone')).broken).toEqual([]);
    expect(verdict(...begin, ...reply, got('AgentAudioDone'), said('Done.')).broken).toEqual([
      'function-calls',
    ]);
  });

  it('may report the answer of its own function without its id', () => {
    const functions = [{ id: 'f', name: 'a', arguments: '{}', client_side: false }];
    const answer = got('FunctionCallResponse', { name: 'a', content: '1' });
    expect(verdict(...begin, got('FunctionCallRequest', { functions }), answer).broken).toEqual([]);
    expect(verdict(...begin, answer).broken).toEqual(['function-calls']);
  });

  it('tells latencies as numbers', () => {
    const experimental = [opened('agent'), welcome, sent('Settings', { experimental: true })];
    const started = (latency: unknown) =>
      verdict(
        ...experimental,
        got('SettingsApplied'),
        got('AgentStartedSpeaking', {
          total_latency: 1,
          tts_latency: latency,
          ttt_latency: 0.5,
        }),
      ).broken;
    expect(started(0.25)).toEqual([]);
    for (const other of [null, '0.25', undefined])
      expect(started(other)).toEqual(['agent-latencies']);
  });
});
