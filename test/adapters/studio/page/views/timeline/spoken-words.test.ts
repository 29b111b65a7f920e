// Words and loudness of speech sessions.

import { describe, expect, it } from 'vitest';
import { SpokenWords } from '../../../../../../adapters/studio/page/views/timeline/spoken-words.ts';
import { envelopeOf } from '../../../../../support/studio/envelopes.ts';

const stream = 'speech/session/s';
const levels = Buffer.from([0, 51, 255, 102]).toString('base64');

describe('spoken words', () => {
  it('are final results, texts of turns, and sentences that were said', () => {
    const words = new SpokenWords();
    const list = [{ text: 'two' }, { text: 'words' }];
    const events = [
      envelopeOf(1, stream, 'TurnReported', { event: 'Update', words: list }),
      envelopeOf(2, stream, 'TurnReported', { event: 'EndOfTurn', words: list }),
      envelopeOf(3, stream, 'ResultProduced', { isFinal: false, words: list }),
      envelopeOf(4, stream, 'ResultProduced', { isFinal: true, words: list }),
      envelopeOf(5, stream, 'ResultProduced', { isFinal: true, words: [] }),
      envelopeOf(6, stream, 'UserTextReceived', { text: 'Hello.' }),
      envelopeOf(7, stream, 'ReplySpoken', { speech: { text: 'Good day.' } }),
      envelopeOf(8, stream, 'SentenceSpoken', { speech: { text: 'A sentence.' } }),
      envelopeOf(9, stream, 'AudioReceived', { sound: [{ levels }] }),
      envelopeOf(10, stream, 'AudioReceived', { sound: [] }),
    ];
    words.extend(events.slice(0, 3));
    words.extend(events);
    expect(words.words.map(({ position, side, text }) => [position, side, text])).toEqual([
      [2, 'heard', 'two words'],
      [4, 'heard', 'two words'],
      [6, 'heard', 'Hello.'],
      [7, 'said', 'Good day.'],
      [8, 'said', 'A sentence.'],
    ]);
    expect(words.loudness).toEqual([1, 0]);
    expect(words.frameInstants).toEqual([9_000, 10_000]);
  });
});
