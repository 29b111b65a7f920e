// `npm run test:mutation [-- [--sample 2 [--lines 60] [--seed N] | <file> ...]]`: plants single faults in the rules of the core
// and prints those that the tests of that part do not detect. A whole run takes hours; it stores the results of finished parts,
// so that the next run tests only changed code. `--sample` draws files and lines.

import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { seededRandom, seedOf } from '../support/arbitraries/seeded-random.ts';

/** Folders of rules, each with the tests that should detect its faults. */
const parts = [
  { rules: 'core/wallet/decide', tests: 'test/core/wallet' },
  { rules: 'core/calendar/decide', tests: 'test/core/calendar' },
  { rules: 'core/speech/agent', tests: 'test/core/speech/agent' },
  { rules: 'core/speech/listen', tests: 'test/core/speech/listen' },
  { rules: 'core/speech/recognition', tests: 'test/core/speech/recognition' },
  { rules: 'core/speech/session', tests: 'test/core/speech/session' },
  { rules: 'core/speech/speak', tests: 'test/core/speech/speak' },
  { rules: 'core/speech/text', tests: 'test/core/speech/text' },
  { rules: 'core/speech/turns', tests: 'test/core/speech/turns' },
  { rules: 'core/engine', tests: 'test/core/engine' },
  { rules: 'core/kernel', tests: 'test/core/kernel' },
  { rules: 'core/tables', tests: 'test/core/tables' },
] as const;

/** The additional time that tests may take with a fault; an endless loop counts as detected. */
const mutantTimeoutMs = 10_000;

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const { values, positionals } = parseArgs({
  options: {
    sample: { type: 'string' },
    lines: { type: 'string', default: '60' },
    seed: { type: 'string' },
  },
  allowPositionals: true,
});
const linesMax = integerFrom1('--lines', values.lines);
const seed = Number(values.seed ?? seedOf('FC_SEED'));
if (!Number.isInteger(seed)) throw new Error('--seed must be an integer');
const sampled =
  values.sample === undefined ? undefined : drawFiles(integerFrom1('--sample', values.sample));
const named = positionals.length > 0 ? positionals : sampled;

const mutants: Mutant[] = [];
for (const { rules, tests } of parts) {
  const mutated = named?.filter((file) => file.startsWith(`${rules}/`)) ?? sourcesIn(rules);
  if (mutated.length === 0) continue;
  console.log(`\nMutating ${named === undefined ? rules : mutated.join(', ')}${seedNote()}`);
  const found = await mutate(mutated, tests, named === undefined ? resultsOf(rules) : undefined);
  mutants.push(...found);
  printScore(rules, found);
}
printSurvivors();
printScore('all', mutants);

function integerFrom1(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${option} must be an integer from 1`);
  return value;
}

function seedNote(): string {
  return sampled === undefined ? '' : ` (--seed ${seed})`;
}

/** The file with the stored results of a part. */
function resultsOf(rules: string): string {
  return `.reprise/mutation/${rules.replaceAll('/', '-')}.json`;
}

function mutate(
  mutated: readonly string[],
  tests: string,
  incrementalFile?: string,
): Promise<readonly Mutant[]> {
  process.env['MUTATION_TESTS'] = tests;
  return new Stryker({
    mutate: [...mutated],
    testRunner: 'vitest',
    vitest: { configFile: 'test/mutation/vitest.config.ts' },
    plugins: ['@stryker-mutator/vitest-runner'],
    tsconfigFile: 'none.json', // it rewrites with a JavaScript API that TypeScript 7 lacks
    coverageAnalysis: 'perTest',
    ...(incrementalFile === undefined ? {} : { incremental: true, incrementalFile }),
    ignoreStatic: true, // a fault in a constant needs all tests in each run
    mutator: { excludedMutations: ['StringLiteral'] }, // most are messages
    ignorePatterns: ['dist', 'coverage', '.reprise', 'recordings'],
    concurrency: cpus().length,
    timeoutMS: mutantTimeoutMs,
    reporters: ['progress'],
    allowConsoleColors: false,
    cleanTempDir: 'always',
  }).runMutationTest();
}

/**
 * Files with a range of lines in the format of the mutator: `core/kernel/rng.ts:41-100`. A range starts at a function, since
 * types and tables have no detectable faults; files without one are not drawn.
 */
function drawFiles(count: number): readonly string[] {
  const chance = seededRandom(seed);
  const all = parts.flatMap(({ rules }) => sourcesIn(rules)).sort();
  const left = all
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').trimEnd().split('\n') }))
    .map(({ file, lines }) => ({ file, length: lines.length, starts: functionLines(lines) }))
    .filter(({ starts }) => starts.length > 0);
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [{ file, length, starts }] = left.splice(chance.below(left.length), 1) as [SampledFile];
    const first = starts[chance.below(starts.length)] ?? 1;
    return `${file}:${first}-${Math.min(length, first + linesMax - 1)}`;
  });
}

interface SampledFile {
  readonly file: string;
  readonly length: number;
  readonly starts: readonly number[];
}

/** The lines, from 1, where functions and methods start. */
function functionLines(lines: readonly string[]): readonly number[] {
  const begins = /^(export )?function |=> \{$|^ {2}[#\w]+\(.*\{$/;
  return lines.flatMap((line, index) => (begins.test(line) ? [index + 1] : []));
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}

function printSurvivors(): void {
  for (const { fileName, location, status, mutatorName, replacement } of survivorsOf(mutants)) {
    const line = location.start.line;
    const code = readFileSync(fileName, 'utf8').split('\n')[line - 1] ?? '';
    console.log(`\n${relative('.', fileName)}:${line}  ${mutatorName}  ${status}`);
    console.log(`  ${code.trim()}\n  -> ${oneLine(replacement ?? '')}`);
  }
}

function printScore(name: string, found: readonly Mutant[]): void {
  const tested = found.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  const noticed = tested.length - survivorsOf(found).length;
  const share = tested.length === 0 ? 0 : (noticed / tested.length) * 100;
  const score = `${noticed} of ${tested.length} faults noticed: ${share.toFixed(1)} % (goal 85 %)`;
  console.log(`\n${name}: ${score}`);
}

function survivorsOf(found: readonly Mutant[]): readonly Mutant[] {
  return found.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
}

function oneLine(code: string): string {
  const line = code.replace(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 117)}...` : line;
}
