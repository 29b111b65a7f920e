// The verbs of speech: their flags and bounds.

import { Command, InvalidArgumentError, Option } from 'commander';
import { speech } from '../../../core/index.ts';
import { integer } from '../support/flags.ts';
import { publishedSpeechKey } from '../../services/speech/keys.ts';
import { choices } from '../../wording.ts';
import type { ConverseFlags } from './converse-flags.ts';
import type { ListenFlags } from './listen-flags.ts';
import type { SpeechFileFlags } from './say.ts';
import type { CliHost } from '../support/cli-host.ts';

const sampleRates = [8_000, 16_000, 24_000, 32_000, 48_000];

export function speechFileCommand(host: CliHost): Command {
  return new Command('say')
    .description(
      'Speak a text into a WAV file, as /v1/speak does. The file also holds the text, which listening channels read.',
    )
    .argument('<text>', 'the text, in English')
    .requiredOption(
      '-o, --output <file>',
      'the file to write, or - for stdout; an existing one is overwritten',
    )
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
    .option('--raw', 'write the samples alone, without a header')
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
    .option('--json', 'print the messages of the channel, one JSON object a line');
  for (const [name, description] of listenOptions) command.option(`--${name}`, description);
  return command.action(async (file: string, flags: ListenFlags) => {
    const { transcribe } = await import('./hear.ts');
    await transcribe(file, flags, host);
  });
}

export function converseCommand(host: CliHost, finish: (code: number) => void): Command {
  return new Command('converse')
    .description(
      'Talk to the voice agent: in a world of its own, faster than real time, or with --url to a running server. The user ' +
        'speaks with a voice of the world, which is heard word for word.',
    )
    .option(
      '--script <fixture>',
      'a fixture, or a packaged name such as speech/booking: its first agent, its answers, and what the user says',
    )
    .option(
      '--typed',
      'the user says the lines of standard input; so it is without speech.converse',
    )
    .addOption(new Option('--wav <file...>', 'the user says these audio files').conflicts('typed'))
    .option(
      '--url <url>',
      'a server, or a world of it, with its clock in mode real or skip; it knows the fixture that it was started with',
    )
    .option('--key <key>', 'a speech key of that server', publishedSpeechKey)
    .option('--seed <text>', 'seed of the world (default: "reprise")')
    .option(
      '-o, --output <file>',
      'a WAV file of the call to write: the user left, the agent right',
    )
    .option(
      '--explain',
      'print below each turn the rule that answers, what it captured, and the rules that nearly did; of a server, by its token',
    )
    .option(
      '--json',
      'print messages of both sides, and with --explain thoughts, one JSON object a line',
    )
    .action(async (flags: ConverseFlags) => {
      const { converse } = await import('./converse.ts');
      finish(await converse(flags, host));
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
