// The verbs of speech: their flags and bounds.

import { Command, InvalidArgumentError, Option } from 'commander';
import { speech } from '../../core/index.ts';
import { choices } from '../wording.ts';
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

function model(text: string): string {
  if (speech.speakModels.includes(text)) return text;
  throw new InvalidArgumentError(`It must be ${choices(speech.speakModels, text)}.`);
}

function sampleRate(text: string): number {
  const rate = sampleRates.find((known) => String(known) === text);
  if (rate !== undefined) return rate;
  throw new InvalidArgumentError(`It must be one of ${sampleRates.join(', ')}.`);
}
