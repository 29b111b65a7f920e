// PHP as an independent implementation of dates and zones: one process reads all questions of a test on its standard input,
// one per line, and answers them in order. Without PHP these tests are skipped, but not in CI.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('oracle.php', import.meta.url));
const answersBytesMax = 1 << 30;

/** Whether the tests with PHP run: always in CI, where they fail without PHP. */
export const hasOracle = spawnSync('php', ['-n', '-v']).status === 0;
export const needsOracle = hasOracle || process.env['CI'] !== undefined;
if (!needsOracle)
  process.stderr.write('NOTICE: no php found (package php-cli): dates are not held against it.\n');

export type Question =
  | { readonly ask: 'version' | 'names' }
  | { readonly ask: 'parse'; readonly text: string; readonly now: number; readonly zone: string }
  | { readonly ask: 'offsets'; readonly zone: string; readonly instants: readonly number[] }
  | { readonly ask: 'instants'; readonly zone: string; readonly walls: readonly string[] }
  | { readonly ask: 'accepts'; readonly zone: string }
  | {
      readonly ask: 'transitions';
      readonly zone: string;
      readonly from: number;
      readonly to: number;
    };

/** The answers, in the order of the questions. Throws with PHP's message if it cannot answer. */
export function queryOracle(questions: readonly Question[]): unknown[] {
  const { stdout, stderr, status, error } = spawnSync(
    'php',
    ['-n', '-d', 'memory_limit=1G', program],
    {
      input: questions.map((question) => `${JSON.stringify(question)}\n`).join(''),
      maxBuffer: answersBytesMax,
      encoding: 'utf8',
    },
  );
  if (error !== undefined) throw error;
  const lines = stdout.trimEnd().split('\n');
  if (status !== 0 || lines.length !== questions.length)
    throw new Error(
      `PHP answered ${lines.length} of ${questions.length}: ${stderr}${lines.at(-1)}`,
    );
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** The edition of the IANA data: PHP's own, or the system's if PHP uses it. */
export function oracleEdition(): string {
  const [version] = queryOracle([{ ask: 'version' }]) as [{ php: string; zones: string }];
  return version.zones.endsWith('.system') ? systemEdition() : version.zones;
}

function systemEdition(): string {
  const head = readFileSync('/usr/share/zoneinfo/tzdata.zi', 'utf8').slice(0, 40);
  return /^# version (\S+)/.exec(head)?.[1] ?? 'unknown';
}
