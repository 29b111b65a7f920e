import { describe, expect, it } from 'vitest';
import { turnWordsMax } from '../../../../core/speech/turns/machine.ts';
import { turnSettingsDefault } from '../../../../core/speech/turns/thresholds.ts';
import { initialTurns, turn } from '../../../../core/speech/turns/turn.ts';
import { heardWord, turnsOf } from '../../../support/speech/turns.ts';

const eager = { eagerEndOfTurn: 0.5 };

describe('a turn', () => {
  it('starts with its first word and ends after 0.26 s of silence', () => {
    const turns = turnsOf().silence(10).voice(30, 'Hello').voice(10, 'there.').silence(100);
    expect(turns.turns()).toEqual(['40 StartOfTurn 0 "Hello"', '76 EndOfTurn 0 "Hello there."']);
  });

  it('ends at its threshold', () => {
    const turns = turnsOf({ endOfTurn: 0.9 }).voice(30, 'Hello').silence(79);
    expect(turns.turns()).toEqual(['30 StartOfTurn 0 "Hello"']);
    expect(turns.silence(1).turns().at(-1)).toBe('110 EndOfTurn 0 "Hello"');
    expect(turns.outputs().at(-1)).toMatchObject({ confidence: 90 });
  });

  it('ends at the timeout, at any confidence', () => {
    const turns = turnsOf({ endOfTurn: 0.9, timeoutMs: 500 }).voice(30, 'Hello').silence(60);
    expect(turns.turns().at(-1)).toBe('80 EndOfTurn 0 "Hello"');
    expect(turns.outputs().findLast(({ event }) => event === 'EndOfTurn')?.confidence).toBe(78);
  });

  it('continues after a short silence, and the timer restarts', () => {
    const turns = turnsOf({ endOfTurn: 0.9, timeoutMs: 500 })
      .voice(30, 'Well')
      .silence(49)
      .voice(1)
      .silence(49);
    expect(turns.turns()).toEqual(['30 StartOfTurn 0 "Well"']);
    expect(turns.silence(1).turns().at(-1)).toBe('130 EndOfTurn 0 "Well"');
  });

  it('has its own window, after the previous one', () => {
    const turns = turnsOf().voice(30, 'One').silence(40).voice(20, 'Two').silence(60);
    const windows = turns.outputs().map(({ turnIndex, windowStart }) => [turnIndex, windowStart]);
    expect(new Set(windows.map(String))).toEqual(new Set(['0,0', '1,56', '2,116']));
    expect(turns.turns()).toEqual([
      '30 StartOfTurn 0 "One"',
      '56 EndOfTurn 0 "One"',
      '90 StartOfTurn 1 "Two"',
      '116 EndOfTurn 1 "Two"',
    ]);
  });

  it('includes words that become known with the silence that ends it', () => {
    const turns = turnsOf(eager).voice(30, 'Hello').silence(18, 'there', 'you');
    expect(turns.turns()).toEqual([
      '30 StartOfTurn 0 "Hello"',
      '48 EagerEndOfTurn 0 "Hello there you"',
    ]);
  });

  it('may begin and end with one hop', () => {
    const turns = turnsOf(eager).voice(10).silence(30, 'Hi.');
    expect(turns.turns()).toEqual([
      '40 StartOfTurn 0 "Hi."',
      '40 EagerEndOfTurn 0 "Hi."',
      '40 EndOfTurn 0 "Hi."',
    ]);
  });

  it('ends when its words are too many for it, and another begins', () => {
    const texts = Array.from({ length: turnWordsMax * 2 + 1 }, (_, n) => `w${n}`);
    const turns = turnsOf(eager).voice(10, ...texts);
    const starts = turns.outputs().map(({ event, turnIndex, words, windowEnd }) => {
      return `${windowEnd} ${event} ${turnIndex} ${words.length} ${words[0]?.text}`;
    });
    expect(starts).toEqual([
      '10 StartOfTurn 0 500 w0',
      '10 EndOfTurn 0 500 w0',
      '10 StartOfTurn 1 500 w500',
      '10 EndOfTurn 1 500 w500',
      '10 StartOfTurn 2 1 w1000',
    ]);
    expect(turns.state().words).toHaveLength(1);
  });

  it('has room for exactly its most words', () => {
    const texts = Array.from({ length: turnWordsMax }, (_, n) => `w${n}`);
    const turns = turnsOf().voice(10, ...texts);
    expect(turns.outputs().map(({ event }) => event)).toEqual(['StartOfTurn']);
    expect(
      turns
        .voice(1, 'more')
        .outputs()
        .map(({ event }) => event),
    ).toEqual(['StartOfTurn', 'EndOfTurn', 'StartOfTurn']);
  });
});

describe('an eager end', () => {
  it('is sent first, with the text of the end', () => {
    const turns = turnsOf(eager).voice(30, 'Hello').silence(100);
    expect(turns.turns()).toEqual([
      '30 StartOfTurn 0 "Hello"',
      '48 EagerEndOfTurn 0 "Hello"',
      '56 EndOfTurn 0 "Hello"',
    ]);
  });

  it('is sent at the same hop as the end if both are due', () => {
    const turns = turnsOf({ eagerEndOfTurn: 0.7 }).voice(30, 'Hello').silence(100);
    expect(turns.turns().slice(1)).toEqual([
      '56 EagerEndOfTurn 0 "Hello"',
      '56 EndOfTurn 0 "Hello"',
    ]);
  });

  it('is cancelled when the text continues', () => {
    const turns = turnsOf(eager).voice(30, 'Well,').silence(20).voice(20, 'yes.').silence(30);
    expect(turns.turns()).toEqual([
      '30 StartOfTurn 0 "Well,"',
      '48 EagerEndOfTurn 0 "Well,"',
      '70 TurnResumed 0 "Well, yes."',
      '88 EagerEndOfTurn 0 "Well, yes."',
      '96 EndOfTurn 0 "Well, yes."',
    ]);
  });

  it('remains valid after voice without a word', () => {
    const turns = turnsOf(eager).voice(30, 'Well').silence(20).voice(40).silence(100);
    expect(turns.turns()).toEqual([
      '30 StartOfTurn 0 "Well"',
      '48 EagerEndOfTurn 0 "Well"',
      '116 EndOfTurn 0 "Well"',
    ]);
  });

  it('is omitted if the timeout passes before its confidence is reached', () => {
    const turns = turnsOf({ eagerEndOfTurn: 0.9, endOfTurn: 0.9, timeoutMs: 500 })
      .voice(30, 'Hello')
      .silence(100);
    expect(turns.turns()).toEqual(['30 StartOfTurn 0 "Hello"', '80 EndOfTurn 0 "Hello"']);
  });
});

describe('an update', () => {
  it('is sent each 0.25 s of silence, without text and with the index of the next turn', () => {
    expect(turnsOf().silence(80).events()).toEqual([
      '25 Update 0 ""',
      '50 Update 0 ""',
      '75 Update 0 ""',
    ]);
  });

  it('is sent 0.25 s after any event', () => {
    const turns = turnsOf().voice(30, 'Hello').voice(10, 'there').voice(20).silence(60);
    expect(turns.events()).toEqual([
      '25 Update 0 ""',
      '30 StartOfTurn 0 "Hello"',
      '55 Update 0 "Hello there"',
      '80 Update 0 "Hello there"',
      '86 EndOfTurn 0 "Hello there"',
      '111 Update 1 ""',
    ]);
  });

  it('has the confidence of its silence, and none in speech or between turns', () => {
    const turns = turnsOf().voice(30, 'Hello').voice(5).silence(46);
    expect(turns.outputs().map(({ event, confidence }) => [event, confidence])).toEqual([
      ['Update', 0],
      ['StartOfTurn', 0],
      ['Update', 55],
      ['EndOfTurn', 70],
    ]);
    expect(turns.silence(30).outputs().at(-1)).toMatchObject({ event: 'Update', confidence: 0 });
  });
});

describe('new thresholds', () => {
  it('apply from their hop on', () => {
    const turns = turnsOf({ endOfTurn: 0.9 }).voice(30, 'Hello').silence(40);
    expect(turns.turns()).toEqual(['30 StartOfTurn 0 "Hello"']);
    expect(turns.configure({ endOfTurn: 0.5 }).silence(1).turns().at(-1)).toBe(
      '71 EndOfTurn 0 "Hello"',
    );
  });

  it('turn eager mode on in the middle of a turn', () => {
    const turns = turnsOf({ endOfTurn: 0.9 }).voice(30, 'Hello').silence(40).configure(eager);
    expect(turns.silence(1).turns().at(-1)).toBe('71 EagerEndOfTurn 0 "Hello"');
  });

  it('do not cancel an eager end', () => {
    const turns = turnsOf(eager).voice(30, 'Hello').silence(20);
    turns.configure({ eagerEndOfTurn: 0.9, endOfTurn: 0.9 }).silence(60);
    expect(turns.turns().slice(1)).toEqual([
      '48 EagerEndOfTurn 0 "Hello"',
      '110 EndOfTurn 0 "Hello"',
    ]);
  });
});

describe('the end of the stream', () => {
  it('sends the rest as an update, and ends no turn', () => {
    const turns = turnsOf(eager).voice(30, 'Hello').voice(7).close('there');
    expect(turns.events().slice(1)).toEqual([
      '30 StartOfTurn 0 "Hello"',
      '37 Update 0 "Hello there"',
    ]);
  });

  it('starts a turn if its first word is known only now', () => {
    expect(turnsOf().voice(20).close('Hi').events()).toEqual(['20 StartOfTurn 0 "Hi"']);
  });

  it('resumes a turn that seemed to have ended', () => {
    const turns = turnsOf(eager).voice(30, 'Well').silence(20).voice(10).close('yes');
    expect(turns.turns().at(-1)).toBe('60 TurnResumed 0 "Well yes"');
  });

  it('ends no turn in silence either', () => {
    const turns = turnsOf(eager).voice(30).silence(30).close('Hi');
    expect(turns.turns()).toEqual(['60 StartOfTurn 0 "Hi"']);
  });

  it('has the confidence of its silence', () => {
    const turns = turnsOf().voice(30, 'Hello').silence(12).close();
    expect(turns.outputs().at(-1)).toMatchObject({ event: 'Update', confidence: 30 });
    const late = turnsOf().voice(30, 'Hello').silence(26).close('there');
    expect(late.outputs().slice(-2)).toMatchObject([
      { event: 'EndOfTurn', confidence: 70 },
      { event: 'StartOfTurn', confidence: 70 },
    ]);
  });

  it('sends a last word after an event at the last hop', () => {
    const turns = turnsOf().voice(30, 'Hello').voice(25).close('there');
    expect(turns.events().slice(2)).toEqual(['55 Update 0 "Hello"', '55 Update 0 "Hello there"']);
  });

  it('sends nothing else after an event at the last hop, and nothing without audio', () => {
    expect(turnsOf().silence(25).close().events()).toEqual(['25 Update 0 ""']);
    expect(turnsOf().close().events()).toEqual([]);
  });
});

describe('the text of a turn', () => {
  it('has the words as they are written, with their confidence alone', () => {
    const words = [{ ...heardWord('Hi', 1, 40), language: 'en' }];
    const hop = { at: 0, isVoice: true, silence: 0, words, isUtteranceOver: false };
    const [state, outputs] = turn(initialTurns(), hop, turnSettingsDefault);
    expect(state.words).toEqual([{ text: 'Hi', confidence: 40 }]);
    expect(outputs[0]?.words).toEqual(state.words);
  });

  it('turns placeholders into a sentence, complete when the turn may be over', () => {
    const turns = turnsOf(eager).placeholders(30, 'green').placeholders(20, 'table').silence(30);
    turns.placeholders(10, 'chair').silence(30);
    expect(turns.turns()).toEqual([
      '30 StartOfTurn 0 "Green"',
      '68 EagerEndOfTurn 0 "Green table."',
      '76 EndOfTurn 0 "Green table."',
      '90 StartOfTurn 1 "Chair"',
      '108 EagerEndOfTurn 1 "Chair."',
      '116 EndOfTurn 1 "Chair."',
    ]);
  });

  it('needs more than signs', () => {
    const turns = turnsOf().voice(30, '–').silence(30).voice(10, 'Yes.').silence(30);
    expect(turns.events()).toEqual([
      '25 Update 0 ""',
      '50 Update 0 ""',
      '70 StartOfTurn 0 "– Yes."',
      '95 Update 0 "– Yes."',
      '96 EndOfTurn 0 "– Yes."',
    ]);
    expect(turns.outputs().map(({ confidence }) => confidence)).toEqual([0, 0, 0, 67, 70]);
  });

  it('has the spelling of key terms, of several words too', () => {
    const turns = turnsOf().keyterms('ReprISE', 'New York');
    turns.voice(30, 'reprise', 'in').voice(10, 'new').voice(10, 'york,').silence(30);
    expect(turns.turns()).toEqual([
      '30 StartOfTurn 0 "ReprISE in"',
      '76 EndOfTurn 0 "ReprISE in New York,"',
    ]);
    expect(
      turns
        .outputs()
        .at(-1)
        ?.words.map(({ confidence }) => confidence),
    ).toEqual([100, 99, 100, 100]);
  });

  it('does not change words before later key terms', () => {
    const turns = turnsOf(eager).keyterms('HELLO').voice(30, 'hello').silence(20);
    turns.keyterms('HeLLo').silence(2).voice(10, 'hello').silence(30);
    expect(turns.turns().slice(1)).toEqual([
      '48 EagerEndOfTurn 0 "HELLO"',
      '62 TurnResumed 0 "HELLO HeLLo"',
      '80 EagerEndOfTurn 0 "HELLO HeLLo"',
      '88 EndOfTurn 0 "HELLO HeLLo"',
    ]);
  });

  it('has a sign that stands alone after other key terms', () => {
    const turns = turnsOf(eager).voice(30, 'Well').silence(20).keyterms('WELL');
    turns.silence(1, '–').voice(10, 'yes').silence(30);
    expect(turns.turns().slice(2)).toEqual([
      '51 TurnResumed 0 "Well –"',
      '51 EagerEndOfTurn 0 "Well –"',
      '61 TurnResumed 0 "Well – yes"',
      '79 EagerEndOfTurn 0 "Well – yes"',
      '87 EndOfTurn 0 "Well – yes"',
    ]);
  });

  it('is that of the eager end after other key terms, too', () => {
    const turns = turnsOf(eager).placeholders(30, 'green').silence(20).keyterms('GREEN');
    expect(turns.silence(30).turns().slice(1)).toEqual([
      '48 EagerEndOfTurn 0 "Green."',
      '56 EndOfTurn 0 "Green."',
    ]);
  });
});
