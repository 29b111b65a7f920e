// No regular expression of the product takes more than linear time in what it is compared with. The snapshot lists those that were
// checked. Others are checked in each run, which may take seconds; a soak checks its share of all again.
// `SOAK=1 npx vitest run test/guards/expressions.test.ts -u` checks all and lists them.

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  literalsIn,
  madeBy,
  shown,
  sourceFiles,
  textOf,
  type Expression,
  type FoundExpression,
} from '../support/expressions.ts';
import { isSoak, soakShare } from '../support/runner/soak.ts';
import { longMs } from '../support/runner/timeouts.ts';

const checkedFile = new URL('expressions.snapshot', import.meta.url);

/** Expressions that functions make of what they look for, each with an example. */
const madeLater: readonly FoundExpression[] = [
  {
    file: 'adapters/cli/serve/fixture.ts',
    source: '(^|; )(?:body\\.fixture\\.)?((?:wallet|speech)\\.[\\w.-]+): ',
    flags: 'g',
  },
  { file: 'adapters/journal/list-requests.ts', source: '^\\d\\d\\d$', flags: '' },
  {
    file: 'adapters/recording/diff/volatile.ts',
    source: '(?<![\\w.-])(localhost)/w/[\\w.-]+',
    flags: 'g',
  },
  {
    file: 'adapters/studio/page/docs/model/schema-example.ts',
    source: '^\\d{1,15}(-\\d{1,9})?$',
    flags: 'u',
  },
  {
    file: 'adapters/upstream/links.ts',
    source: '(?:https://a\\.example|wss://a\\.example)(?!\\w|[.:-][\\w.:-]|%3A)',
    flags: 'gi',
  },
  { file: 'core/calendar/text/markup.ts', source: '</name(?=[\\s/>])', flags: 'gi' },
];

const offline = 'compared with recordings, in a process of its own';
const measured = 'its repetitions are bounded; test/growth measures it';

/** What the checker does not call linear, by the file and a part of the expression, and why it may stay. */
const exceptions: readonly (readonly [file: string, part: string, reason: string])[] = [
  ['core/calendar/text/slug.ts', '&.+?;', 'a slug has at most 200 characters'],
  ['core/calendar/dates/strtotime/grammar.ts', '(?<word>', 'a date has at most 200 characters'],
  ['adapters/protocol/duration.ts', '(ms|s|m|h|d)', 'a duration has at most 64 characters'],
  [
    'adapters/services/speech/parameters/listen.ts',
    '[a-z]{2,3}',
    'a tag has at most 255 characters',
  ],
  ['adapters/services/calendar/collection.ts', '(\\d{3})+', 'compared with a constant'],
  ['adapters/cli/program.ts', 'command-argument', 'compared with the own arguments of a process'],
  ['adapters/recording/redaction/bodies.ts', '(?<![\\w.-])((?:[A-Za-z0-9_-]|', measured],
  ['adapters/recording/redaction/bodies.ts', '(authorization|', measured],
  ['adapters/recording/redaction/bodies.ts', '"([^"\\\\]*', measured],
  ['adapters/recording/redaction/bodies.ts', '(~?)', measured],
  ['adapters/recording/redaction/multipart.ts', '\\bname=', measured],
  ['adapters/recording/replay/group-report.ts', '\\b0x', offline],
  ['adapters/recording/replay/divergence-kind.ts', '\\b0x', offline],
  ['adapters/recording/diff/host-times.ts', '', offline],
  ['adapters/recording/diff/token-pairs.ts', '', offline],
];

const found: FoundExpression[] = [];

beforeAll(async () => {
  const makers: string[] = [];
  for (const file of sourceFiles()) {
    const text = textOf(file);
    found.push(...literalsIn(text).map((one) => ({ ...one, file })));
    if (/\bnew RegExp\(/.test(text)) makers.push(file);
  }
  if (!isSoak) return;
  // Those of the page run in a browser only.
  const made = await madeBy(makers.filter((file) => !file.startsWith('adapters/studio/page/')));
  const silent = makers.filter((file) => !made.some((one) => one.file === file));
  expect(silent.sort()).toEqual(madeLater.map(({ file }) => file).sort());
  found.push(...made, ...madeLater);
}, longMs);

describe('regular expressions', () => {
  it('are found where they are literals', () => {
    expect(found.length).toBeGreaterThan(300);
    const text = 'const a = /b+c/gi.test(x) ? 1 / 2 / 3 : "/d/";\nconst e = f(/g/u, `/h/`);';
    expect(literalsIn(text).map(shown)).toEqual(['/b+c/gi', '/g/u']);
  });

  it('are linear', { timeout: longMs * 10 }, async () => {
    const checked = new Set(readFileSync(checkedFile, 'utf8').split('\n'));
    const repeated = new Map(found.filter(isRepeated).map((one) => [shown(one), one]));
    const bad: string[] = [];
    for (const [index, [name, one]] of [...repeated].entries()) {
      const isAgain = isSoak && index % Math.round(1 / soakShare) === 0;
      if (isException(one) || (checked.has(name) && !isAgain)) continue;
      const verdict = await verdictOf(one);
      if (verdict !== 'safe') bad.push(`${one.file}: ${name} is ${verdict}`);
    }
    expect(bad).toEqual([]);
    if (isSoak)
      await expect(`${[...repeated.keys()].sort().join('\n')}\n`).toMatchFileSnapshot(
        checkedFile.pathname,
      );
  });

  it.runIf(isSoak)('that are not linear are noticed', async () => {
    expect(await verdictOf({ source: '\\s+$', flags: '' })).toBe('2nd degree polynomial');
    expect(await verdictOf({ source: '^(a|a)*$', flags: '' })).toBe('exponential');
    expect(await verdictOf({ source: '^(a|b)*$', flags: '' })).toBe('safe');
  });

  it('are exceptions only while they are there', () => {
    const gone = exceptions.filter(
      ([file, part]) =>
        !found.some((one) => one.file === file && shown(one).includes(part)) && isSoak,
    );
    expect(gone).toEqual([]);
  });
});

function isException(one: FoundExpression): boolean {
  return exceptions.some(([file, part]) => one.file === file && shown(one).includes(part));
}

/** Without a repetition that has no bound, the work at a place is constant. */
function isRepeated({ source }: Expression): boolean {
  return /[*+]|\{\d+,\}/.test(source);
}

/** As recheck sees it. */
async function verdictOf({ source, flags }: Expression): Promise<string> {
  const { check } = await import('recheck');
  const { status, complexity } = await check(source, flags, { timeout: 20_000, randomSeed: 1 });
  return status === 'vulnerable' ? (complexity?.summary ?? status) : status;
}
