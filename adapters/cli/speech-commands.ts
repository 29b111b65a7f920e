// The verbs of speech: their flags and bounds.

import { Command, InvalidArgumentError, Option } from 'commander';
import { speech } from '../../core/index.ts';
import { integer } from './flags.ts';
import { choices } from '../wording.ts';
import type { ListenFlags } from './listen-flags.ts';
import type { SpeechFileFlags } from './say.ts';
import type { CliHost } from './serve.ts';

const sampleRates = [8_000, 16_000, 24_000, 32_000, 48_000];

export function speechFileCommand(host: CliHost): Command {
  return new Command('say')
    .description('Speak a text into a WAV file, as /v1/speak does. The file also holds the text.')
    .argument('<text>', 'the text, in English')
    .requiredOption('-o, --output <file>', 'the WAV file to write; an existing one is overwritten')
    .option('--model <name>', 'a model of /v1/speak', model, speech.speakModelDefault)
    .addOption(
      new Option('--encoding <name>', 'encoding of the samples')
        .choices(speech.audioEncodings)
        .default('linear16'),
    )
    .option(
      '--sample-rate <hertz>',
      `one of ${sampleRates.join(', ')} (default: 24000; 8000 for mulaw and alaw)`,
      sampleRate,
    )
    .option('--json', 'print one JSON object')
    .action(async (text: string, flags: SpeechFileFlags) => {
      const { writeSpeech } = await import('./say.ts');
      await writeSpeech(text, flags, host);
    });
}

/** Flags that are parameters of the connection, without a value. */
const listenOptions = [
  ['interim-results', 'also print what is heard before it is final'],
  ['punctuate', 'add signs and capitals'],
  ['smart-format', 'write numbers, dates, amounts and such as digits'],
  ['diarize', 'tell speakers apart'],
  ['multichannel', 'hear each channel for itself'],
] as const;

const hearExamples = `
Examples:
  reprise say "Hello from Reprise." -o hello.wav && reprise hear hello.wav
  reprise hear call.mulaw --encoding mulaw --sample-rate 8000 --script calls.yaml
  reprise hear call.wav --v2 --query eager_eot_threshold=0.5 --json
  reprise hear recording.jsonl --conn 2`;

export function listenCommand(host: CliHost): Command {
  const command = new Command('hear')
    .description(
      'Hear an audio file as /v1/listen does, without a server. Known are the text in a file of ' +
        'reprise say, and what --script says; other words are placeholders.',
    )
    .argument('<file>', 'WAV, FLAC, Ogg or WebM with Opus, a recording (*.jsonl), or - for stdin')
    .option('--v2', 'hear turns, as /v2/listen does')
    .option('--script <fixture>', 'a fixture: its speech.hear and speech.sounds are known')
    .option('--encoding <name>', 'of raw audio, with --sample-rate')
    .option('--sample-rate <hertz>', 'of raw audio', integer(1, 1_000_000))
    .option('--channels <count>', 'of raw audio', integer(1, 100))
    .option(
      '--conn <number>',
      'of a recording: this connection',
      integer(1, Number.MAX_SAFE_INTEGER),
    )
    .option('--query <parameters>', 'more parameters, as in a URL: search=fox&redact=pci')
    .option('--json', 'print the messages of the channel, one JSON object a line')
    .addHelpText('after', hearExamples);
  for (const [name, description] of listenOptions) command.option(`--${name}`, description);
  return command.action(async (file: string, flags: ListenFlags) => {
    const { transcribe } = await import('./hear.ts');
    await transcribe(file, flags, host);
  });
}

function model(text: string): string {
  if (speech.speakModels.includes(text)) return text;
  throw new InvalidArgumentError(`It must be ${choices(speech.speakModels, text)}.`);
}

function sampleRate(text: string): number {
  const rate = sampleRates.find((known) => String(known) === text);
  if (rate !== undefined) return rate;
  throw new InvalidArgumentError(`It must be one of ${sampleRates.join(', ')}.`);
}
