// Generates the chapter of core/speech/README.md on results of /v1/listen. The stage itself computes the example.

import {
  closeListening,
  finalize,
  initialListening,
  interimHops,
  listen,
  longSegmentHops,
  segmentHopsMax,
  segmentWordsMax,
} from '../../../core/speech/listen/listen.ts';
import type { ListeningOutput, SegmentRules } from '../../../core/speech/listen/output.ts';
import { heardHops, wordAt } from '../speech/heard-hops.ts';

const inSeconds = (hops: number) => `${hops / 100}`;
const seconds = (hops: number) => `${inSeconds(hops)} s`;

const rules: SegmentRules = {
  interimResults: true,
  endpointingHops: 30,
  utteranceEndHops: 100,
  vadEvents: true,
};

/** Two sentences with a pause, and a client that sends a Finalize within the second. */
const stretches = [{ silence: 20 }, { voice: 100 }, { silence: 160 }, { voice: 500 }];
const sentence = 'The meeting begins at nine and ends at noon, so come early.';
const words = [
  wordAt('Hello,', 25, 55),
  wordAt('world.', 60, 115),
  ...sentence.split(' ').map((text, n) => wordAt(text, 290 + 35 * n, 320 + 35 * n)),
];
const finalizedAt = 740;

function outputRow(at: number, output: ListeningOutput): string {
  const row = (message: string, about: string) => `| ${inSeconds(at)} | ${message} | ${about} |`;
  switch (output.kind) {
    case 'speechStarted':
      return row('SpeechStarted', `\`timestamp\` ${inSeconds(output.at)}`);
    case 'utteranceEnd':
      return row('UtteranceEnd', `\`last_word_end\` ${inSeconds(output.lastWordEnd)}`);
    case 'result': {
      const { start, end, words: known, isFinal, speechFinal, fromFinalize } = output;
      const flags = [speechFinal ? '`speech_final`' : '', fromFinalize ? '`from_finalize`' : ''];
      const message = ['Results', isFinal ? 'final' : 'interim', ...flags].filter(Boolean);
      const text = known.map((word) => word.text).join(' ');
      return row(message.join(', '), `${inSeconds(start)} to ${inSeconds(end)}: ${text}`.trim());
    }
  }
}

function exampleRows(): readonly string[] {
  const rows: string[] = [];
  let state = initialListening();
  const apply = (at: number, [next, outputs]: ReturnType<typeof finalize>) => {
    state = next;
    rows.push(...outputs.map((output) => outputRow(at, output)));
  };
  const hops = heardHops(stretches, words);
  for (const hop of hops) {
    if (hop.at === finalizedAt) apply(hop.at, finalize(state, hop.at));
    apply(hop.at + 1, listen(state, hop, rules));
  }
  apply(hops.length, closeListening(state, hops.length, []));
  return rows;
}

export function listeningChapter(): string {
  return `## Listening, v1

Words become messages in [listen/listen.ts](listen/listen.ts), one stage for each channel. It runs hop by hop (10 ms of audio), and
all its times are whole hops from the start of the stream. Frames, their lengths and their pace change nothing.

| message | when |
| --- | --- |
| Results, interim | \`interim_results\`: at each ${seconds(interimHops)} of the segment in progress, also in silence; a final in the same hop replaces it |
| Results, final, \`speech_final\` | after the silence of \`endpointing\`, once after voice, then with late words; none if \`endpointing=false\` |
| Results, final | a segment of ${seconds(longSegmentHops)} ends in silence, or with the next word; one of ${seconds(segmentHopsMax)} or ${segmentWordsMax} words ends anywhere |
| Results, final, \`from_finalize\` | at each Finalize, also when nothing is new |
| Results, final | at the end of the stream, also when nothing is new |
| SpeechStarted | \`vad_events\`: voice begins, at the start or after silence; before the results of that speech |
| UtteranceEnd | \`utterance_end_ms\` and \`interim_results\`: so long after the last final word, once, unless the next word begins before |

- Finals tile the audio: each starts where the one before ended, the first at 0, and the last ends with the stream.
- A word is in the first final after it is known. If it began in an earlier one, its start is that of its segment.
- \`last_word_end\` is -1 if a Finalize made that word final. A gap between words of one final ends no utterance, nor does one before words that
  are not final yet.
- An \`endpointing\` of 10 ms, the default, makes a segment final in every pause, often without words. Scripts and known sounds do not count
  segments, so their words do not depend on it.

A channel with \`endpointing=300\`, \`utterance_end_ms=1000\`, \`interim_results\` and \`vad_events\`. There is voice from 0.2 to 1.2 s and from 2.8 to
7.8 s, a Finalize at ${seconds(finalizedAt)}, and then the stream ends:

| at, s | message | |
| --: | --- | --- |
${exampleRows().join('\n')}
`;
}
