// The verb `play`: its flags.

import { Command, InvalidArgumentError } from 'commander';
import { hostName, ignoredPaths, integer, serverUrl } from '../support/flags.ts';
import type { CliHost } from '../support/cli-host.ts';
import { CliError } from '../support/errors.ts';
import type { OnMiss } from './on-miss.ts';
import type { PlayFlags } from './play.ts';
import { isSpeed, type Speed } from '../../upstream/play/pace.ts';
import { upstreamUrl } from '../support/upstream-url.ts';

type Flags = Omit<PlayFlags, 'onMiss'> & { readonly onMiss?: OnMissWords };

export function playCommand(host: CliHost, finish: (code: number) => void): Command {
  return new Command('play')
    .description(
      'Answer clients from recordings, of real services or of a world, without a network or keys.',
    )
    .argument('[file...]', 'recordings that are played together')
    .option(
      '--speed <factor>',
      'answers wait as long as recorded: 1, or times as fast; max: not at all',
      speed,
      'max',
    )
    .option('--webhook <url>', 'where the recorded webhooks go (default: nowhere)', serverUrl)
    .option(
      '--ignore <path>',
      'field that does not count, such as metadata.*.name; may be repeated',
      ignoredPaths,
    )
    .option(
      '--on-miss <action...>',
      'what answers requests that are not in the recordings: `simulate`, from then on a world that begins with what they have shown; `forward <url>`, the service at a URL (default: an error, 501)',
      onMissWord,
    )
    .option(
      '--append <file>',
      'recording to create: the played one, with what --on-miss has answered at its places',
    )
    .option('--ca <file>', 'certificate of an authority, as PEM, that --on-miss trusts as well')
    .option('--all-used', 'end with 2 if something of the recordings was never asked for')
    .option('--allow-cut', 'play recordings that a crash cut short')
    .option('-p, --port <number>', 'port; 0 for a free one', integer(0, 65_535), 4_600)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--allow-host <name>', 'further host name of the server; may be repeated', hostName)
    .option('--json', 'print one JSON line when ready')
    .action(async (files: string[], { onMiss: words, ...flags }: Flags) => {
      const names = [...files, ...(words?.files ?? [])];
      if (names.length === 0) throw new CliError('Nothing to play: name a recording.');
      const missed = words === undefined ? {} : { onMiss: onMissOf(words) };
      const { play } = await import('./play.ts'); // loaded on use, as the server is
      finish(await play(names, { ...flags, ...missed }, host));
    });
}

function speed(text: string): Speed {
  const value = text === 'max' ? text : Number(text);
  if (isSpeed(value)) return value;
  throw new InvalidArgumentError('It must be max or a number above 0, such as 1.');
}

/** The words after `--on-miss` up to the next flag: those that are not its own are recordings. */
interface OnMissWords {
  readonly action: OnMiss['action'];
  readonly url?: string;
  readonly files: readonly string[];
}

function onMissWord(word: string, before: OnMissWords | undefined): OnMissWords {
  if (before === undefined) {
    if (word === 'forward' || word === 'simulate') return { action: word, files: [] };
    throw new InvalidArgumentError('It must be `simulate` or `forward <url>`.');
  }
  if (before.action === 'forward' && before.url === undefined)
    return { ...before, url: upstreamUrl(word) };
  return { ...before, files: [...before.files, word] };
}

function onMissOf({ action, url }: OnMissWords): OnMiss {
  if (action === 'simulate') return { action };
  if (url === undefined) throw new CliError('--on-miss forward needs the URL of a service.');
  return { action, url };
}
