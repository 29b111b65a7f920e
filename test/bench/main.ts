// `npm run bench`: runs groups of benchmarks, each in a process of its own, prints their figures and stores them in bench.json.
// Figures of other groups stay unchanged.

import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printFigure, type Figure } from './figures.ts';

const groups = [
  'http',
  'core',
  'store',
  'stores',
  'worlds',
  'isolation',
  'turns',
  'tests',
  'hidden-classes',
  'wallets',
  'wallets-kinds',
  'wallets-pages',
  'calendar',
  'speech',
  'speech-listening',
  'agent',
  'start',
  'sleep',
  'nodes',
  'upstream',
  'retell',
  'studio',
] as const;

type Group = (typeof groups)[number];

interface Report {
  readonly machine: Readonly<Record<string, string | number>>;
  readonly groups: Readonly<Record<string, GroupReport>>;
}

interface GroupReport {
  readonly isQuick: boolean;
  /** When and where this group was measured; other groups may be older, and from another machine. */
  readonly measured?: Measured;
  readonly figures: readonly Figure[];
}

interface Measured {
  readonly commit: string;
  readonly date: string;
  readonly cpu: string;
}

const help = `npm run bench -- [--quick] [group ...]

Groups: ${groups.join(', ')}; all of them unless some are named.
A name stands for the groups that begin with it, too: 'wallets' for three.
  --quick   short rounds and small data: a look, no figures to go by
  --help    this text

Ratios count, not absolute figures. They go to stdout and to bench.json, progress to stderr.`;

const resultFile = fileURLToPath(new URL('../../bench.json', import.meta.url));
const groupProcess = fileURLToPath(new URL('processes/group.ts', import.meta.url));

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const options = { quick: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.help === true) {
    console.log(help);
    return 0;
  }
  const unknown = positionals.find((name) => !(groups as readonly string[]).includes(name));
  if (unknown !== undefined) {
    console.error(`There is no group '${unknown}'.\n\n${help}`);
    return 1;
  }
  const isQuick = values.quick === true;
  for (const group of groups) {
    if (positionals.length > 0 && !positionals.some((name) => isMeant(name, group))) continue;
    console.error(`${group} ...`);
    const figures = await run(group, isQuick);
    console.log(`\n${group}${isQuick ? ' (quick)' : ''}`);
    for (const figure of figures) console.log(`  ${printFigure(figure)}`);
    storeReport(group, { isQuick, measured: measuredNow(), figures });
  }
  return 0;
}

/** A name selects its group and all groups whose names start with it and a hyphen. */
function isMeant(name: string, group: Group): boolean {
  return group === name || group.startsWith(`${name}-`);
}

async function run(group: Group, isQuick: boolean): Promise<readonly Figure[]> {
  const child = fork(groupProcess, [group, isQuick ? 'quick' : 'full'], {
    execArgv: ['--expose-gc', '--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let figures: readonly Figure[] = [];
  child.on('message', (message) => (figures = message as readonly Figure[]));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The group '${group}' ended with ${code}.`);
  return figures;
}

function measuredNow(): Measured {
  const git = ['describe', '--always', '--dirty', '--exclude', '*'];
  const commit = execFileSync('git', git, { encoding: 'utf8' }).trim();
  return { commit, date: new Date().toISOString(), cpu: cpuModel() };
}

function cpuModel(): string {
  return cpus()[0]?.model ?? 'unknown';
}

function storeReport(group: Group, own: GroupReport): void {
  const kept = existsSync(resultFile)
    ? (JSON.parse(readFileSync(resultFile, 'utf8')) as Report)
    : undefined;
  const all = { ...kept?.groups, [group]: own };
  const sorted = groups.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]]));
  const machine = {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpuModel(),
    cpuCount: availableParallelism(),
  };
  const report: Report = { machine, groups: Object.fromEntries(sorted) };
  writeFileSync(resultFile, `${JSON.stringify(report, null, 2)}\n`);
}
