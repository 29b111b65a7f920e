// Each rule of the speech channels is broken by a change that breaks it alone.

import { expect, it } from 'vitest';
import { speech } from '../../../../core/index.ts';
import { brokenBy, type Edit, type Mutant } from '../../../support/recording/mutants.ts';
import type { Raw } from '../../../support/recording/recordings.ts';

const spoken = 'speech/spoken-paragraph';
const speakers = 'speech/two-speakers';
const eager = 'speech/eager-turn';
const booking = 'speech/booking';
const settings = 'speech/second-settings';

const isAudio = ({ kind, base64 }: Raw) => kind === 'ws.out' && base64 !== undefined;
const ofType = (type: string) => (entry: Raw) => {
  if (!entry.kind.startsWith('ws.') || entry.text === undefined) return false;
  return JSON.parse(entry.text).type === type;
};
/** The connection of the listening channel among those of the voices. */
const listening = (edit: Edit) => edit.entries.find(({ url }) => url?.startsWith('/v1/listen?'));

const mutants: readonly Mutant[] = [
  {
    rule: 'first-messages',
    of: spoken,
    does: 'the summary of the voice is missing',
    change: (edit) => edit.without(ofType('Metadata')),
  },
  {
    rule: 'confirmations',
    of: eager,
    does: 'a change of settings is confirmed that was not sent',
    change: (edit) => edit.without(ofType('Configure')),
  },
  {
    rule: 'fatal-errors',
    of: settings,
    does: 'a warning follows an error',
    change: (edit) =>
      edit.repeat(ofType('Error'), (copy) => {
        copy.text = JSON.stringify({ type: 'Warning', code: 'A', description: 'b' });
      }),
  },
  {
    rule: 'close-codes',
    of: eager,
    does: 'turns are closed with a code',
    change(edit) {
      for (const entry of edit.entries)
        if (entry.kind === 'ws.close' && entry.code === 1005) entry.code = 1000;
    },
  },
  {
    rule: 'speak-sequence',
    of: spoken,
    does: 'two confirmations have one number',
    change: (edit) =>
      edit.frames('Cleared', (value) => {
        value.sequence_id = 0;
      }),
  },
  {
    rule: 'speak-audio',
    of: spoken,
    does: 'audio comes before any text',
    change: (edit) => edit.repeat(isAudio, () => undefined, ofType('Metadata')),
  },
  {
    rule: 'speak-audio',
    of: spoken,
    does: 'a paragraph is over in a moment',
    change(edit) {
      const flushed = edit.entries.findIndex(ofType('Flushed'));
      edit.without((entry, index) => isAudio(entry) && index < flushed - 4);
    },
  },
  {
    rule: 'result-tiles',
    of: speakers,
    does: 'a result leaves audio out',
    change: (edit) =>
      edit.frame('Results', 3, (value) => {
        value.start += 0.5;
        value.duration -= 0.5;
        value.is_final = false;
        value.speech_final = false;
      }),
  },
  {
    rule: 'result-flags',
    of: speakers,
    does: 'an interim result ends speech',
    change: (edit) =>
      edit.frames('Results', (value) => {
        if (value.is_final === false) value.speech_final = true;
      }),
  },
  {
    rule: 'word-times',
    of: speakers,
    does: 'words are out of order',
    change: (edit) =>
      edit.frames('Results', (value) => {
        const [best] = value.channel.alternatives;
        if (value.is_final === false) best.words.reverse();
      }),
  },
  {
    rule: 'listen-audio',
    of: speakers,
    does: 'the summary counts twice the audio',
    change(edit) {
      const { conn } = listening(edit);
      edit.frames('Metadata', (value, _, entry) => {
        if (entry.conn === conn) value.duration *= 2;
      });
    },
  },
  {
    rule: 'listen-audio',
    of: speakers,
    does: 'audio was lost on the way',
    change(edit) {
      const { conn } = listening(edit);
      let count = 0;
      edit.without((entry) => {
        if (entry.kind !== 'ws.in' || entry.conn !== conn || entry.base64 === undefined)
          return false;
        count += 1;
        return count % 2 === 0;
      });
    },
  },
  {
    rule: 'metadata-last',
    of: speakers,
    does: 'a summary comes in the middle',
    change(edit) {
      const { conn } = listening(edit);
      const isSummary = (entry: Raw) => ofType('Metadata')(entry) && entry.conn === conn;
      const isStart = ofType('SpeechStarted');
      edit.repeat(
        isSummary,
        (copy) => {
          copy.text = copy.text.replace(/"duration":[\d.]+/, '"duration":0');
        },
        isStart,
      );
    },
  },
  {
    rule: 'utterance-ends',
    of: speakers,
    does: 'an utterance ends with no word',
    change: (edit) =>
      edit.frame('UtteranceEnd', 0, (value) => {
        value.last_word_end += 1;
      }),
  },
  {
    rule: 'requested-messages',
    of: speakers,
    does: 'starts of speech were not asked for',
    change(edit) {
      const opened = listening(edit);
      opened.url = opened.url.replace('vad_events=true', 'vad_events=false');
    },
  },
  {
    rule: 'sequence-ids',
    of: eager,
    does: 'a number is left out',
    change: (edit) =>
      edit
        .frames('TurnInfo', (value, place) => {
          if (place > 3) value.sequence_id += 1;
        })
        .frames('ConfigureSuccess', (value) => {
          value.sequence_id += 1;
        }),
  },
  {
    rule: 'turn-order',
    of: eager,
    does: 'a turn ends that has not begun',
    change: (edit) =>
      edit.frames('TurnInfo', (value) => {
        if (value.event === 'StartOfTurn') value.event = 'TurnResumed';
      }),
  },
  {
    rule: 'turn-order',
    of: eager,
    does: 'eager ends were not asked for',
    change(edit) {
      for (const entry of edit.entries) {
        if (entry.kind === 'ws.open') entry.url = entry.url.replace('eager_eot_threshold', 'tag');
      }
    },
  },
  {
    rule: 'turn-numbers',
    of: eager,
    does: 'the second turn has the number of the first',
    change: (edit) =>
      edit.frames('TurnInfo', (value) => {
        value.turn_index = 0;
      }),
  },
  {
    rule: 'audio-windows',
    of: eager,
    does: 'a window goes back',
    change: (edit) =>
      edit.frame('TurnInfo', 8, (value) => {
        value.audio_window_end = value.audio_window_start;
      }),
  },
  {
    rule: 'confidences',
    of: eager,
    does: 'a confidence is in percent',
    change: (edit) =>
      edit.frame('TurnInfo', 8, (value) => {
        value.end_of_turn_confidence = 42;
      }),
  },
  {
    rule: 'confidences',
    of: eager,
    does: 'a word is null',
    change: (edit) =>
      edit.frame('TurnInfo', 8, (value) => {
        value.words = [null];
      }),
  },
  {
    rule: 'agent-order',
    of: settings,
    does: 'the agent speaks without a text',
    change: (edit) => edit.repeat(isAudio, () => undefined, ofType('PromptUpdated')),
  },
  {
    rule: 'agent-audio',
    of: settings,
    does: 'a greeting is over in a moment',
    change(edit) {
      const first = edit.entries.findIndex(isAudio);
      edit.without((entry, index) => isAudio(entry) && index > first);
    },
  },
  {
    rule: 'function-calls',
    of: booking,
    does: 'the agent does not wait for a function',
    change(edit) {
      edit.without(ofType('FunctionCallResponse'));
    },
  },
  {
    rule: 'agent-latencies',
    of: settings,
    does: 'a part of a latency is longer than the whole',
    change: (edit) =>
      edit.frames('AgentStartedSpeaking', (value) => {
        value.tts_latency = value.total_latency + 1;
      }),
  },
];

it.each(mutants)('$rule is broken alone if $does', async (mutant) => {
  const broken = await brokenBy(mutant);
  expect([...broken.keys()]).toEqual([mutant.rule]);
});

it('has a mutant for each rule', () => {
  const broken = new Set(mutants.map(({ rule }) => rule));
  expect([...broken].sort()).toEqual(speech.rules.map(({ name }) => name).sort());
});
