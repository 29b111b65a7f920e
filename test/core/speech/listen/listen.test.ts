import { describe, expect, it } from 'vitest';
import type { HeardHop } from '../../../../core/speech/recognition/hearing/words.ts';
import {
  closeListening,
  finalize,
  initialListening,
  listen,
} from '../../../../core/speech/listen/listen.ts';
import type { ListeningOutput, SegmentRules } from '../../../../core/speech/listen/output.ts';
import { heardHops, heardWord, wordAt } from '../../../support/speech/heard-hops.ts';

const rules: SegmentRules = {
  interimResults: false,
  endpointingHops: 30,
  utteranceEndHops: null,
  vadEvents: false,
};

/** An output as text: a result as its times, its words, and its flags. */
function printed(output: ListeningOutput): string {
  if (output.kind === 'speechStarted') return `speech started ${output.at}`;
  if (output.kind === 'utteranceEnd') return `utterance end ${output.lastWordEnd}`;
  const flags = [
    ...(output.isFinal ? ['final'] : ['interim']),
    ...(output.speechFinal ? ['speech final'] : []),
    ...(output.fromFinalize ? ['from finalize'] : []),
  ];
  const words = output.words.map(({ text, start, end }) => ` ${text} ${start}-${end}`).join(',');
  return `${output.start}-${output.end}${words}: ${flags.join(', ')}`;
}

/** A channel that a test advances to points of its audio. */
function given(changes: Partial<SegmentRules>, hops: readonly HeardHop[]) {
  let state = initialListening();
  let at = 0;
  let sent: readonly ListeningOutput[] = [];
  const channel = {
    /** Listens to the hops before `end`; `sent` has their outputs. */
    until(end = hops.length) {
      const outputs: ListeningOutput[] = [];
      for (; at < end; at += 1) {
        const [next, more] = listen(state, hops[at] as HeardHop, { ...rules, ...changes });
        state = next;
        outputs.push(...more);
      }
      sent = outputs;
      return channel;
    },
    finalize() {
      [state, sent] = finalize(state, at);
      return channel;
    },
    close(lastWords = [] as readonly ReturnType<typeof heardWord>[]) {
      [state, sent] = closeListening(state, at, lastWords);
      return channel;
    },
    sent: () => sent,
    sends(...expected: string[]) {
      expect(sent.map(printed)).toEqual(expected);
      return channel;
    },
  };
  return channel;
}

describe('a segment', () => {
  const one = heardHops(
    [{ silence: 20 }, { voice: 80 }, { silence: 200 }],
    [wordAt('one', 25, 55), wordAt('two', 60, 95)],
  );

  it('is final once the silence of endpointing has passed, and once only in a silence', () => {
    given({}, one).until().sends('0-130 one 25-55, two 60-95: final, speech final');
  });

  it('is not ended by the silence before the first voice', () => {
    given({ endpointingHops: 1 }, one).until(20).sends();
  });

  it('starts where the last final result ended', () => {
    const hops = heardHops(
      [{ voice: 50 }, { silence: 40 }, { voice: 50 }, { silence: 40 }],
      [wordAt('one', 0, 40), wordAt('two', 95, 130)],
    );
    given({}, hops)
      .until()
      .sends('0-80 one 0-40: final, speech final', '80-170 two 95-130: final, speech final');
  });

  it('is final without words, where voice had none', () => {
    given({ endpointingHops: 1 }, heardHops([{ voice: 10 }, { silence: 10 }]))
      .until()
      .sends('0-11: final, speech final');
  });

  it('is final when silence is noticed late, too', () => {
    given({ endpointingHops: 1 }, heardHops([{ voice: 10 }, { silence: 10, unnoticed: 6 }]))
      .until()
      .sends('0-11: final, speech final');
  });

  it('is ended by no silence without endpointing, but by its length', () => {
    const hops = heardHops(
      [{ voice: 50 }, { silence: 500 }],
      [wordAt('one', 0, 40), wordAt('two', 40, 50, 119)],
    );
    given({ endpointingHops: null }, hops).until().sends('0-400 one 0-40, two 40-50: final');
  });

  it('is final right then with words that are known after the silence of endpointing', () => {
    const hops = heardHops(
      [{ voice: 50 }, { silence: 100 }],
      [wordAt('one', 0, 40), wordAt('two', 35, 60, 119), wordAt('three', 60, 85, 119)],
    );
    given({ endpointingHops: 10 }, hops)
      .until()
      .sends(
        '0-60 one 0-40: final, speech final',
        '60-120 two 60-61, three 61-85: final, speech final',
      );
  });

  it('waits for a silence longer than that which ends an utterance', () => {
    const hops = heardHops([{ voice: 50 }, { silence: 200 }], [wordAt('one', 0, 50, 119)]);
    given({ endpointingHops: 150 }, hops).until().sends('0-200 one 0-50: final, speech final');
  });
});

describe('a long segment', () => {
  it('is final at the first gap between words after 4 s', () => {
    const hops = heardHops([{ voice: 900 }], [wordAt('one', 0, 395), wordAt('two', 395, 430)]);
    given({}, hops).until().sends('0-430 one 0-395, two 395-430: final');
  });

  it('is final after 4 s in silence, and then after 4 s again', () => {
    given({}, heardHops([{ silence: 900 }]))
      .until()
      .sends('0-400: final', '400-800: final');
  });

  it('is final with the first hop of a silence after 4 s, with the endpoint to come', () => {
    const hops = heardHops([{ voice: 450 }, { silence: 100 }]);
    given({}, hops).until().sends('0-451: final', '451-480: final, speech final');
  });

  it('is final after 6 s of voice without a gap; the word it cuts belongs to the next, from its start', () => {
    const hops = heardHops([{ voice: 700 }, { silence: 30 }], [wordAt('one', 590, 650)]);
    given({}, hops).until().sends('0-600: final', '600-730 one 600-650: final, speech final');
  });
});

describe('words without a length', () => {
  it('stay where they are, or begin with their segment', () => {
    const hops = heardHops(
      [{ voice: 50 }, { silence: 40 }],
      [wordAt('one', 30, 30, 45), wordAt('two', 30, 31, 45), wordAt('three', 31, 31, 45)],
    );
    given({}, hops).until().sends('0-80 one 30-30, two 30-31, three 31-31: final, speech final');
    given({}, hops)
      .until(40)
      .finalize()
      .until()
      .sends('40-80 one 40-40, two 40-41, three 41-41: final, speech final');
  });

  it('make a segment final once it has 500 words', () => {
    const words = Array.from({ length: 700 }, (_, at) => wordAt(`${at}`, 0, 0, at < 499 ? 5 : 9));
    const channel = given({}, heardHops([{ voice: 20 }], words)).until();
    const [result, ...others] = channel.sent();
    expect(result).toMatchObject({ kind: 'result', start: 0, end: 10, isFinal: true });
    expect(result?.kind === 'result' && result.words).toHaveLength(700);
    expect(others).toEqual([]);
  });
});

describe('interim results', () => {
  it('are sent at each whole second of a segment, from its start, also without words', () => {
    const hops = heardHops(
      [{ silence: 150 }, { voice: 80 }, { silence: 170 }],
      [wordAt('one', 160, 190), wordAt('two', 195, 215)],
    );
    given({ interimResults: true }, hops)
      .until()
      .sends(
        '0-100: interim',
        '0-200 one 160-190: interim',
        '0-260 one 160-190, two 195-215: final, speech final',
        '260-360: interim',
      );
  });

  it('are replaced by a final result in the same hop', () => {
    const hops = heardHops([{ voice: 70 }, { silence: 30 }]);
    given({ interimResults: true }, hops).until().sends('0-100: final, speech final');
  });

  it('are not sent without interim_results', () => {
    given({}, heardHops([{ silence: 399 }]))
      .until()
      .sends();
  });
});

describe('a Finalize', () => {
  const hops = heardHops(
    [{ voice: 80 }, { silence: 80 }],
    [wordAt('one', 10, 40), wordAt('two', 45, 75)],
  );

  it('makes known words final; the rest continues from there', () => {
    given({}, hops)
      .until(60)
      .finalize()
      .sends('0-60 one 10-40: final, from finalize')
      .until()
      .sends('60-110 two 60-75: final, speech final');
  });

  it('is answered when nothing is new', () => {
    given({}, hops)
      .finalize()
      .sends('0-0: final, from finalize')
      .until(60)
      .finalize()
      .finalize()
      .sends('60-60: final, from finalize');
  });

  it('does not prevent the endpoint of a later silence', () => {
    given({}, hops).until(90).finalize().until().sends('90-110: final, speech final');
  });
});

describe('the end of the stream', () => {
  it('makes the rest final, with the words that were not known before', () => {
    const hops = heardHops([{ voice: 80 }], [wordAt('one', 10, 40)]);
    given({}, hops)
      .until()
      .close([heardWord('two', 40, 80)])
      .sends('0-80 one 10-40, two 40-80: final');
  });

  it('returns an empty result for silence, and for no audio', () => {
    given({}, []).close().sends('0-0: final');
    given({}, heardHops([{ silence: 50 }]))
      .until()
      .close()
      .sends('0-50: final');
  });
});

describe('SpeechStarted', () => {
  const hops = heardHops([{ silence: 20 }, { voice: 50 }, { silence: 40 }, { voice: 50 }]);

  it('is sent at each beginning of voice after silence, before the results of that speech', () => {
    given({ vadEvents: true, interimResults: true }, hops)
      .until()
      .sends('speech started 20', '0-100: final, speech final', 'speech started 110');
  });

  it('is sent at the very start of a stream', () => {
    given({ vadEvents: true }, heardHops([{ voice: 2 }]))
      .until()
      .sends('speech started 0');
  });

  it('is not sent without vad_events', () => {
    given({}, hops).until(100).sends('0-100: final, speech final');
  });
});

describe('UtteranceEnd', () => {
  const wanted = { interimResults: true, utteranceEndHops: 100 };
  const hops = heardHops(
    [{ voice: 80 }, { silence: 300 }],
    [wordAt('one', 10, 40), wordAt('two', 45, 75)],
  );

  it('is sent once, when the time since the last final word has passed', () => {
    given(wanted, hops)
      .until(174)
      .sends(
        '0-100 one 10-40, two 45-75: interim',
        '0-110 one 10-40, two 45-75: final, speech final',
      )
      .until(175)
      .sends('utterance end 75')
      .until()
      .sends('110-210: interim', '110-310: interim');
  });

  it('is sent after the final result with that word, in the same hop at the soonest', () => {
    given({ ...wanted, endpointingHops: 130 }, hops)
      .until()
      .sends(
        '0-100 one 10-40, two 45-75: interim',
        '0-200 one 10-40, two 45-75: interim',
        '0-210 one 10-40, two 45-75: final, speech final',
        'utterance end 75',
        '210-310: interim',
      );
  });

  it('names -1 when a Finalize made the words final', () => {
    given(wanted, hops)
      .until(90)
      .finalize()
      .until(180)
      .sends('90-110: final, speech final', 'utterance end -1');
  });

  it('is sent in voice without words', () => {
    const long = heardHops([{ voice: 800 }], [wordAt('one', 380, 410), wordAt('two', 650, 670)]);
    given(wanted, long)
      .until()
      .sends(
        '0-100: interim',
        '0-200: interim',
        '0-300: interim',
        '0-400: interim',
        '0-410 one 380-410: final',
        '410-510: interim',
        'utterance end 410',
        '410-610: interim',
        '410-710 two 650-670: interim',
      );
  });

  it('waits for words that follow in time to be final, and counts no gap among them', () => {
    const words = [wordAt('one', 380, 410), wordAt('two', 450, 480), wordAt('three', 600, 630)];
    const long = heardHops([{ voice: 650 }, { silence: 200 }], words);
    given(wanted, long)
      .until()
      .sends(
        '0-100: interim',
        '0-200: interim',
        '0-300: interim',
        '0-400: interim',
        '0-410 one 380-410: final',
        '410-510 two 450-480: interim',
        '410-610 two 450-480: interim',
        '410-680 two 450-480, three 600-630: final, speech final',
        'utterance end 630',
        '680-780: interim',
      );
  });

  it('waits for words that follow in time to be known', () => {
    const words = [wordAt('one', 10, 40), wordAt('two', 120, 150, 219)];
    const late = heardHops(
      [{ voice: 50 }, { silence: 70 }, { voice: 80 }, { silence: 150 }],
      words,
    );
    const pending = (from: number) =>
      late.map((hop) => (hop.at >= from && hop.at < 219 ? { ...hop, pending: from } : hop));
    const ends = (own: readonly HeardHop[]) => {
      const state = given(wanted, own).until().sent();
      return state.filter((output) => output.kind === 'utteranceEnd').map(printed);
    };
    expect(ends(late)).toEqual(['utterance end 40', 'utterance end 150']);
    expect(ends(pending(139))).toEqual(['utterance end 150']);
    expect(ends(pending(140))).toEqual(['utterance end 40', 'utterance end 150']);
  });

  it('is not sent without interim results, without words, or without utterance_end_ms', () => {
    given({ ...wanted, interimResults: false }, hops)
      .until(110)
      .until()
      .sends();
    given(wanted, heardHops([{ voice: 80 }, { silence: 90 }]))
      .until()
      .sends('0-100: interim', '0-110: final, speech final');
    given({ interimResults: true }, hops).until(110).until(200).sends();
  });
});
