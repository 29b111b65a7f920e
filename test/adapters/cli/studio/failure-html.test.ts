// `reprise replay --html` and `reprise diff --html`: pages of what differs.

import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { root } from '../../../support/documents/page.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';
import { linesOf, writeSealed, type Raw } from '../../../support/recording/recordings.ts';
import { storyIn } from '../../../support/studio/stories.ts';

const it = shellTest().extend('edited', ({ shell }) => {
  copyFileSync(join(root, 'recordings/v1/wallet/transfer.jsonl'), shell.path('bank.jsonl'));
  return (name: string, change: (lines: Raw[]) => void) => {
    const lines = linesOf(shell.path('bank.jsonl'));
    change(lines);
    writeSealed(shell.path(name), lines);
    return name;
  };
});

const otherEvent = (lines: Raw[]) => {
  lines.find(({ type }) => type === 'TransferInitiated').data.amounts = ['7'];
};
const otherAnswer = (lines: Raw[]) => {
  const answer = lines.find(({ kind, status }) => kind === 'http.answer' && status === 201);
  answer.text = answer.text.replace(/"id":"[^"]*"/, '"id":"other"');
};

describe('reprise replay --html', () => {
  it('writes a page of a recording that differs, in place of an older one', async ({
    shell,
    edited,
  }) => {
    edited('event.jsonl', otherEvent);
    shell.write('out.html', 'older');
    const { exitCode, out } = await shell.run(['replay', 'event.jsonl', '--html', 'out.html']);
    expect(exitCode).toBe(2);
    expect(out.at(-1)).toBe('To look at it: open out.html in a browser.');
    const { difference, worlds } = storyIn(shell.read('out.html'));
    const { replays } = JSON.parse(
      (await shell.run(['replay', 'event.jsonl', '--json'])).out.join(''),
    ) as { readonly replays: Raw[] };
    expect(difference?.position).toBe(replays[0].divergence.event.position);
    expect(difference?.summary).toBe(replays[0].message);
    expect(out.join('\n')).toContain(difference?.text.split('\n')[0]);
    expect(worlds.map(({ record }) => record.name)).toEqual(['recorded', 'replayed']);
  });

  it('writes one page for each cause, and none if nothing differs', async ({ shell, edited }) => {
    const files = [
      edited('event.jsonl', otherEvent),
      edited('same.jsonl', otherEvent),
      edited('answer.jsonl', otherAnswer),
    ];
    const { out } = await shell.run(['replay', 'bank.jsonl', ...files, '--html', 'out.html']);
    expect(out.filter((line) => line.includes('in a browser'))).toEqual([
      'event.jsonl: To look at it: open out.html in a browser.',
      'answer.jsonl: To look at it: open out-2.html in a browser.',
    ]);
    expect(existsSync(shell.path('out-3.html'))).toBe(false);
    await shell.lines('replay', 'bank.jsonl', '--html', 'none.html');
    expect(existsSync(shell.path('none.html'))).toBe(false);
  });

  it('names the page beside the JSON, and is not for live replays', async ({ shell, edited }) => {
    edited('event.jsonl', otherEvent);
    const { out, errors } = await shell.run([
      'replay',
      'event.jsonl',
      '--json',
      '--html',
      'out.html',
    ]);
    expect(out).toHaveLength(1);
    expect(errors).toEqual(['To look at it: open out.html in a browser.']);
    expect(await shell.refuses('replay', 'bank.jsonl', '--simulate', '--html', 'x.html')).toBe(
      '--html shows replays of everything: leave it out, or --against and --simulate.',
    );
  });
});

describe('reprise diff --html', () => {
  it('writes a page of both, with what is named first', async ({ shell, edited }) => {
    edited('event.jsonl', otherEvent);
    const { exitCode, out } = await shell.run([
      'diff',
      'bank.jsonl',
      'event.jsonl',
      '--html',
      'out.html',
    ]);
    expect(exitCode).toBe(2);
    expect(out.at(-1)).toBe('To look at it: open out.html in a browser.');
    const { difference, worlds, notes } = storyIn(shell.read('out.html'));
    expect(worlds.map(({ record }) => record.name)).toEqual(['bank.jsonl', 'event.jsonl']);
    const texts = worlds.map(({ entries }) => entries.flatMap(({ events }) => events));
    const first = texts[0]!.findIndex((text, index) => text !== texts[1]![index]);
    expect(difference).toMatchObject({
      worlds: ['bank.jsonl', 'event.jsonl'],
      position: first + 1,
    });
    expect(out.join('\n')).toContain(difference?.text.split('\n')[0]);
    expect(notes).toContain(
      'This Reprise replays event.jsonl differently: it is shown as it was recorded.',
    );
  });

  it('names the exchange of clients that differ', async ({ shell, edited }) => {
    let entry = 0;
    edited('answer.jsonl', (lines) => {
      otherAnswer(lines);
      entry = lines.find(({ kind, status }) => kind === 'http.answer' && status === 201).to;
    });
    await shell.run(['diff', 'bank.jsonl', 'answer.jsonl', '--html', 'out.html']);
    expect(storyIn(shell.read('out.html')).difference?.exchanges).toEqual([entry, entry]);
    await shell.lines('diff', 'bank.jsonl', 'bank.jsonl', '--html', 'none.html');
    expect(existsSync(shell.path('none.html'))).toBe(false);
  });
});
