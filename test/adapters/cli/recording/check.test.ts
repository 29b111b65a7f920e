import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { root } from '../../../support/documents/page.ts';
import { Edit, recordingNamed } from '../../../support/recording/mutants.ts';
import { linesOf, writeSealed, type Raw } from '../../../support/recording/recordings.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest();
const transfer = join(root, 'recordings/v1/wallet/transfer.jsonl');

/** The lines of a recording whose transaction goes back to QUEUED. */
async function brokenLines(): Promise<Raw[]> {
  const [header, ...rest] = linesOf(transfer);
  const edit = new Edit(await recordingNamed('wallet/transfer'));
  edit.answers(/^GET .*\/transactions\/[0-9a-f-]+$/, ({ body }, place) => {
    if (place === 6) body.data.transaction.state = 'QUEUED';
  });
  return [header, ...edit.entries, rest.at(-1)];
}

describe('check', () => {
  it('ends with 0 if no rule is broken, and says how often each was evaluated', async ({
    shell,
  }) => {
    const { out, exitCode } = await shell.run(['check', transfer, '--rule', 'transaction-states']);
    expect(exitCode).toBe(0);
    expect(out[0]).toMatch(/^kept {7}\S+transfer\.jsonl$/);
    expect(out.join('\n')).toMatch(/^transaction-states +[1-9]\d* +0$/m);
  });

  it('ends with 4 where a rule is broken: its entry, what was expected, and what was there', async ({
    shell,
  }) => {
    writeSealed(shell.path('broken.jsonl'), await brokenLines());
    const { out, exitCode } = await shell.run(['check', 'broken.jsonl']);
    expect(exitCode).toBe(4);
    const text = out.join('\n');
    expect(text).toMatch(/^broken {5}broken\.jsonl$/m);
    expect(text).toContain('transaction-states (spec/wallet.md, States and transitions');
    expect(text).toMatch(
      /^ {4}entry \d+\n {6}expected {2}transaction \S+ after \S+ \(entry \d+\) in /m,
    );
    expect(text).toMatch(/^ {6}found {5}QUEUED$/m);
  });

  it('ends with 2 for a cut recording, unless it may be cut', async ({ shell }) => {
    writeSealed(shell.path('cut.jsonl'), linesOf(transfer).slice(0, -1));
    const refused = await shell.run(['check', 'cut.jsonl']);
    expect(refused.exitCode).toBe(2);
    expect(refused.out.join('\n')).toContain('--allow-cut');
    const { out, exitCode } = await shell.run(['check', 'cut.jsonl', '--allow-cut']);
    expect(exitCode).toBe(0);
    expect(out[0]).toMatch(/^kept {7}cut\.jsonl, cut after entry \d+$/);
  });

  it('ends with 3 for a file that is no recording or is damaged', async ({ shell }) => {
    shell.write('none.jsonl', 'hello\n');
    const { out, exitCode } = await shell.run(['check', 'none.jsonl', transfer]);
    expect(exitCode).toBe(3);
    expect(out.join('\n')).toContain('is not a recording of Reprise');
    expect(out.join('\n')).toMatch(/^kept/m);
  });

  it('ends with 1 for an unknown rule, with the near ones, and for no file', async ({ shell }) => {
    const unknown = await shell.run(['check', transfer, '--rule', 'transaction-state']);
    expect(unknown.exitCode).toBe(1);
    expect(unknown.errors.join('\n')).toContain('Did you mean transaction-states');
    const none = await shell.run(['check']);
    expect(none.exitCode).toBe(1);
    expect(none.errors.join('\n')).toContain('Name a recording');
    expect((await shell.run(['check', 'nothing.jsonl'])).exitCode).toBe(1);
  });

  it('lists the rules with their lines in the specification', async ({ shell }) => {
    const out = (await shell.lines('check', '--list')).join('\n');
    expect(out).toMatch(/^transaction-states +spec\/wallet\.md, States and transitions/m);
    const { rules } = JSON.parse((await shell.lines('check', '--list', '--json')).join(''));
    expect(rules[0]).toMatchObject({ name: 'transaction-states' });
  });

  it('prints one JSON object', async ({ shell }) => {
    writeSealed(shell.path('broken.jsonl'), await brokenLines());
    const { out, exitCode } = await shell.run(['check', transfer, 'broken.jsonl', '--json']);
    expect(exitCode).toBe(4);
    const { isKept, files } = JSON.parse(out.join(''));
    expect(isKept).toBe(false);
    expect(files.map(({ result }: Raw) => result)).toEqual(['kept', 'broken']);
    const rule = files[1].rules.find(({ name }: Raw) => name === 'transaction-states');
    expect(rule.broken).toBeGreaterThan(0);
    expect(rule.violations[0]).toMatchObject({ found: 'QUEUED' });
  });
});
