import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { shellTest } from '../../../support/runner/shell-test.ts';

const demo = resolve('recordings/v1/wallet/demo.jsonl');

const it = shellTest().extend('whatif', ({ shell }) => {
  return (...flags: string[]) => shell.run(['whatif', demo, ...flags]);
});

describe('whatif', () => {
  it('completes the stuck transfer with a higher fee, and says since when', async ({ whatif }) => {
    const { exitCode, out, errors } = await whatif('--set', '49.body.feeLevel=HIGH');
    expect(errors).toEqual([]);
    expect(exitCode).toBe(2);
    expect(out.join('\n').split('\n').slice(0, 6)).toEqual([
      'set 49.body.feeLevel="HIGH": 11 consequences.',
      '',
      'From TransferInitiated (entry 50) of transaction ee3abd45 at +00:02:48.000',
      '  because of POST /v1/w3s/developer/transactions/transfer (entry 49):',
      '  transaction ee3abd45 (2.5 USDC): COMPLETE at +00:07:24.000 -> COMPLETE at +00:05:24.000, without STUCK at +00:04:48.000, without SENT at +00:04:48.000',
      '  wallet 3d64d9ed: 4.996725025862045 ETH-SEPOLIA -> 4.9983828 ETH-SEPOLIA',
    ]);
  });

  it('leaves the transfer stuck without its acceleration', async ({ whatif }) => {
    const { exitCode, out } = await whatif('--drop', '70');
    expect(exitCode).toBe(2);
    expect(out.join('\n')).toContain(
      'transaction ee3abd45 (2.5 USDC): COMPLETE at +00:07:24.000 -> STUCK at +00:04:48.000',
    );
  });

  it('says that nothing differs', async ({ whatif }) => {
    const { exitCode, out } = await whatif('--drop', '105');
    expect({ exitCode, out }).toEqual({
      exitCode: 0,
      out: ['Nothing differs: what was changed has no consequence.'],
    });
  });

  it('keeps the alternative, which replays equal', async ({ whatif, shell }) => {
    const { out } = await whatif('--drop', '70', '-o', 'alternative.jsonl');
    expect(out.join('\n')).toContain('The alternative is alternative.jsonl.');
    expect((await shell.run(['replay', 'alternative.jsonl'])).exitCode).toBe(0);
    expect((await shell.run(['inspect', 'alternative.jsonl'])).exitCode).toBe(0);
    expect((await shell.run(['diff', demo, 'alternative.jsonl'])).exitCode).toBe(2);
  });

  it('never overwrites a file', async ({ whatif, shell }) => {
    shell.write('there.jsonl', '');
    const { exitCode, errors } = await whatif('--drop', '70', '-o', 'there.jsonl');
    expect({ exitCode, errors }).toEqual({
      exitCode: 1,
      errors: [
        'there.jsonl exists already, and recordings are never overwritten. Set another file, or remove this one.',
      ],
    });
  });

  it('leaves no file if a change cannot be made', async ({ whatif, shell }) => {
    const { exitCode, errors } = await whatif('--drop', '430', '-o', 'none.jsonl');
    expect({ exitCode, errors }).toEqual({
      exitCode: 1,
      errors: ['There is no entry 430: the recording has entries 1 to 106.'],
    });
    expect(existsSync(shell.path('none.jsonl'))).toBe(false);
  });

  it('prints one JSON object', async ({ whatif }) => {
    const { out } = await whatif('--drop', '70', '--json');
    const { equal, groups } = JSON.parse(out.join('')) as { equal: boolean; groups: object[] };
    expect(equal).toBe(false);
    expect(groups[0]).toMatchObject({ change: 'drop 70', changed: { entry: 70 } });
  });

  it('prints the same bytes each time', async ({ whatif }) => {
    const [one, other] = [await whatif('--seed', 'other'), await whatif('--seed', 'other')];
    expect(other).toEqual(one);
  });

  it.for<[string[], string]>([
    [['--set', '49=HIGH'], "It must be <entry>.<path>=<value>, such as '43.body.feeLevel=LOW'."],
    [['--move', '49=10'], 'It must be <entry>=<duration or instant>'],
    [['--fault', 'lose-answer'], 'It must be <kind>@<entry>, such as lose-answer@43'],
    [['--insert', '44'], 'It must be <entry>:<METHOD> <path> <body>'],
    [['--drop', 'x'], 'It must be the number of an entry, such as 45.'],
  ])('refuses %j', async ([flags, message], { whatif }) => {
    const { exitCode, errors } = await whatif(...flags);
    expect(exitCode).toBe(1);
    expect(errors.join('\n')).toContain(message);
  });
});
