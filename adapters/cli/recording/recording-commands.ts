// The verbs that read recordings: their flags and bounds.

import { Command, InvalidArgumentError, Option } from 'commander';
import { entrySchema } from '../../recording/format/entries.ts';
import { proxyEntrySchema } from '../../recording/format/proxy-entries.ts';
import type { EntryQuery } from '../../recording/inspect/entry-filter.ts';
import type { DiffOptions } from './diff.ts';
import { ignoredPaths, integer } from '../support/flags.ts';
import { withTargetOptions } from '../retell/target-options.ts';
import { upstreamUrl } from '../support/upstream-url.ts';
import type { InspectOptions } from './inspect.ts';
import type { ReplayFlags } from './replay.ts';
import type { CliHost } from '../support/cli-host.ts';
import type { AlternativeFlags } from './whatif.ts';
import { dropFlag, faultFlag, insertFlag, moveFlag, seedFlag, setFlag } from './whatif-flags.ts';

const entryNumber = integer(1, Number.MAX_SAFE_INTEGER);

type Kinds = NonNullable<EntryQuery['kinds']>;

/** The kinds of entries of worlds and real services, as the schemas have them. */
const kinds: Kinds = [
  ...new Set(
    [...entrySchema.options, ...proxyEntrySchema.options].map(({ shape }) => shape.kind.value),
  ),
];

export function replayCommand(host: CliHost, finish: (code: number) => void): Command {
  const command = new Command('replay')
    .description(
      'Execute recordings again, in this process, and compare everything with the files.',
    )
    .argument('<file or folder...>', 'recordings, or folders with recordings (*.jsonl) below them')
    .option('--all', 'go on after the first difference, and group all by their causes')
    .option(
      '--update',
      'accept the differences: write recordings that differ again, from the same requests',
    )
    .option(
      '--against <url>',
      'tell recordings, also of real services, to a live server again, and compare what it answers: its ids and times are its own',
      upstreamUrl,
    )
    .option(
      '--simulate',
      'perform recordings, also of real services, in a fresh world of this process, and print how faithful it is: a table by operation',
    );
  return withTargetOptions(command)
    .option('-o, --output <file>', 'recording to create: the session with the server of --against')
    .option('--allow-cut', 'replay the existing part of a cut recording')
    .option('--synthesise', 'compute spoken audio again, instead of taking it from the recording')
    .option('--junit <file>', 'also write a JUnit XML report')
    .option(
      '--html <file>',
      'of a recording that differs, also write a page that shows both (several: one for each cause)',
    )
    .addOption(githubOption())
    .option('--json', 'print one JSON object at the end')
    .action(async (named: string[], flags: ReplayFlags) => {
      const { replay } = await import('./replay.ts'); // loaded on use: other verbs do not need these modules
      finish(await replay(named, flags, host));
    });
}

export function inspectCommand(host: CliHost): Command {
  return withColourOptions(
    new Command('inspect')
      .description(
        'Show a recording as a timeline of requests, answers, frames and events. ' +
          'Filters are combined with AND; a request is shown with its answer.',
      )
      .argument('<file>', 'the recording')
      .option(
        '--kind <kind>',
        `only entries of this kind; may be repeated (${kinds.join(', ')})`,
        kind,
      )
      .option('--service <name>', 'only entries of this service: wallet, calendar, speech, control')
      .option('--conn <number>', 'only this WebSocket connection', entryNumber)
      .option('--from <entry>', 'only from this entry on', entryNumber)
      .option('--to <entry>', 'only up to this entry', entryNumber)
      .option(
        '--grep <text>',
        'only entries with this text in their path or type; case does not matter',
      )
      .option('--no-events', 'omit events')
      .option(
        '--conversation',
        'only the turns of voice agents, a line each: who, when, words, functions, interruptions, time to the first audio',
      )
      .option(
        '--explain',
        'as --conversation, with the rules that answered, and those that nearly did',
      )
      .option('--full-ids', 'print ids and long lines in full'),
  )
    .option('--json', 'print one JSON object {header, entries, ending}')
    .action(async (file: string, flags: Record<string, unknown>) => {
      const { kind: only, events, ...rest } = flags;
      const options = {
        ...rest,
        ...(only === undefined ? {} : { kinds: only }),
        isWithoutEvents: events === false,
      } as InspectOptions;
      const { inspect } = await import('./inspect.ts');
      await inspect(file, options, host);
    });
}

export function diffCommand(host: CliHost, finish: (code: number) => void): Command {
  return withColourOptions(
    new Command('diff')
      .description(
        'Compare two recordings: entries of one alone, and differing fields. Ends with 0 if they are equal, with 2 if not. ' +
          'The time, version, address and salt of the recordings do not matter.',
      )
      .argument('<left>', 'a recording')
      .argument('<right>', 'another one')
      .option(
        '--client',
        'compare what the client sent and received; what differs in each run of a program does not count',
      )
      .option(
        '--ignore <path>',
        'with --client: a field that does not count, such as body.refId or transaction.*.fee; may be repeated',
        ignoredPaths,
      )
      .option(
        '--all',
        'list all differences, not the first 20; with --client also the consequences',
      )
      .option('--html <file>', 'of recordings that differ, also write a page that shows both')
      .addOption(githubOption()),
  )
    .option(
      '--json',
      'print one JSON object {isEqual, notes, counts, differences}; with --client {isEqual, notes, counts, requests, consequences, operator}',
    )
    .action(async (left: string, right: string, flags: DiffOptions) => {
      const { diff } = await import('./diff.ts');
      finish(await diff(left, right, flags, host));
    });
}

export function whatifCommand(host: CliHost, finish: (code: number) => void): Command {
  return withColourOptions(
    new Command('whatif')
      .description(
        'Retell a recording with something changed, and print what follows from it. ' +
          'One of real services is performed in a fresh world first. ' +
          'Entries have the numbers that inspect shows. Changes may be repeated and combined. ' +
          'Ends with 0 if nothing differs, with 2 if something does.',
      )
      .argument('<file>', 'the recording')
      .option(
        '--set <entry.path=value>',
        "another value, JSON or text: '43.body.feeLevel=LOW'",
        setFlag,
      )
      .option('--drop <entry>', 'leave out a request, a frame or a connection', dropFlag)
      .option(
        '--insert <entry:request>',
        'one more request, before the entry: \'44:POST /v1/w3s/developer/walletSets {"name":"x"}\'',
        insertFlag,
      )
      .option('--move <entry=time>', 'another instant: 31=+10m, 31=-10s or 31=<instant>', moveFlag)
      .option('--seed <seed>', 'other ids and chance', seedFlag)
      .option(
        '--fault <kind@entry>',
        'a fault for one request or frame: lose-answer@43, \'refuse@43 {"status":429}\'',
        faultFlag,
      )
      .option('-o, --output <file>', 'keep the alternative as a recording')
      .option('--all', 'list all consequences, and all fields')
      .option('--allow-cut', 'retell the existing part of a cut recording'),
  )
    .option('--json', 'print one JSON object {equal, digests, isOtherNow, groups}')
    .action(async (file: string, flags: AlternativeFlags) => {
      const { whatif } = await import('./whatif.ts'); // with the whole engine
      finish(await whatif(file, flags, host));
    });
}

function githubOption(): Option {
  return new Option(
    '--github',
    'also print differences as annotations of GitHub Actions (default: if GITHUB_ACTIONS is true)',
  );
}

function kind(text: string, before: Kinds | undefined): Kinds {
  const known = kinds.find((name) => name === text);
  if (known !== undefined) return [...(before ?? []), known];
  throw new InvalidArgumentError(`It must be one of ${kinds.join(', ')}.`);
}

function withColourOptions(command: Command): Command {
  return command
    .addOption(new Option('--color', 'in colours (default: on a terminal, unless NO_COLOR is set)'))
    .addOption(new Option('--no-color', 'without colours'));
}
