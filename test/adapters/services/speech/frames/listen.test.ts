import { describe, expect, it } from 'vitest';
import {
  listenCommandOf,
  listenTextOf,
} from '../../../../../adapters/services/speech/frames/listen.ts';
import type { speech } from '../../../../../core/index.ts';

const model = { uuid: 'u', name: 'nova-3', version: 'v', arch: 'nova-3' };

const results: Extract<speech.ListenMessage, { readonly kind: 'results' }> = {
  kind: 'results',
  channel: [1, 2],
  start: 150,
  duration: 29,
  isFinal: true,
  speechFinal: false,
  fromFinalize: true,
  alternative: {
    transcript: 'It is 5.',
    confidence: 98,
    words: [
      { word: 'it', punctuatedWord: 'It', start: 150, end: 157, confidence: 100, speaker: 1 },
      { word: 'is', start: 157, end: 164, confidence: 99, language: 'en' },
    ],
    languages: ['en'],
    entities: [
      { label: 'NUMBER', value: '5', rawValue: 'five', confidence: 97, startWord: 2, endWord: 3 },
    ],
    search: [{ query: 'is', hits: [{ confidence: 99, start: 157, end: 164, snippet: 'is' }] }],
  },
  requestId: 'r',
  model,
  extra: [
    { key: 'a', value: '1' },
    { key: 'a', value: '2' },
  ],
};

describe('a message of /v1/listen', () => {
  it('has all of a result', () => {
    expect(JSON.parse(listenTextOf(results))).toEqual({
      type: 'Results',
      channel_index: [1, 2],
      duration: 0.29,
      start: 1.5,
      is_final: true,
      speech_final: false,
      channel: {
        alternatives: [
          {
            transcript: 'It is 5.',
            confidence: 0.98,
            languages: ['en'],
            words: [
              {
                word: 'it',
                start: 1.5,
                end: 1.57,
                confidence: 1,
                punctuated_word: 'It',
                speaker: 1,
              },
              { word: 'is', start: 1.57, end: 1.64, confidence: 0.99, language: 'en' },
            ],
          },
        ],
        search: [
          { query: 'is', hits: [{ confidence: 0.99, start: 1.57, end: 1.64, snippet: 'is' }] },
        ],
      },
      metadata: {
        request_id: 'r',
        model_info: { name: 'nova-3', version: 'v', arch: 'nova-3' },
        model_uuid: 'u',
        extra: { a: '2' },
      },
      from_finalize: true,
      entities: [
        {
          label: 'NUMBER',
          value: '5',
          raw_value: 'five',
          confidence: 0.97,
          start_word: 2,
          end_word: 3,
        },
      ],
    });
  });

  it('has no member that was not requested', () => {
    const { transcript, confidence, words } = results.alternative;
    const alternative = { transcript, confidence, words };
    const text = listenTextOf({ ...results, alternative, extra: [] });
    for (const name of ['entities', 'search', 'languages', 'extra']) {
      expect(text).not.toContain(`"${name}"`);
    }
  });

  it.each([
    [
      { kind: 'speechStarted', channel: [0, 1], at: 7 },
      { type: 'SpeechStarted', channel: [0, 1], timestamp: 0.07 },
    ],
    [
      { kind: 'utteranceEnd', channel: [0, 1], lastWordEnd: 310 },
      { type: 'UtteranceEnd', channel: [0, 1], last_word_end: 3.1 },
    ],
    [
      { kind: 'utteranceEnd', channel: [0, 1], lastWordEnd: -1 },
      { type: 'UtteranceEnd', channel: [0, 1], last_word_end: -1 },
    ],
  ] as const)('is printed: %j', (message, printed) => {
    expect(JSON.parse(listenTextOf(message))).toEqual(printed);
  });
});

describe('a text frame of /v1/listen', () => {
  it.each([
    ['{"type":"Finalize"}', { type: 'FinalizeAudio' }],
    ['{"type":"Finalize","channel":3,"more":1}', { type: 'FinalizeAudio', channel: 3 }],
    ['{"type":"CloseStream"}', { type: 'CloseSession' }],
    ['{"type":"KeepAlive"}', { type: 'KeepAlive' }],
    ['{"type":"Finalize","channel":-1}', { type: 'KeepAlive' }],
    ['{"type":"Finalize","channel":null}', { type: 'KeepAlive' }],
    ['{"type":"Configure"}', { type: 'KeepAlive' }],
    ['{"type":null}', { type: 'KeepAlive' }],
    ['"KeepAlive"', { type: 'KeepAlive' }],
    ['', { type: 'KeepAlive' }],
  ])('%s is a command; an unreadable one counts as KeepAlive', (text, command) => {
    expect(listenCommandOf(text)).toEqual(command);
  });
});
