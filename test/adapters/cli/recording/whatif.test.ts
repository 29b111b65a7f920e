import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import type { Shell } from '../shell.ts';
import { linesOf, writeSealed, type Raw } from '../../../support/recording/recordings.ts';
import { agentClients } from '../../../support/speech/agent-clients.ts';
import { question } from '../../../support/upstream/client-programs.ts';
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

  it('says that nothing was changed', async ({ whatif }) => {
    const { exitCode, out, errors } = await whatif();
    expect({ exitCode, out, errors }).toEqual({
      exitCode: 0,
      out: ['Nothing differs: nothing was changed.'],
      errors: [],
    });
  });

  it('says without a change that a recording does not replay equal any more', async ({ shell }) => {
    const lines = linesOf(demo);
    const answer = lines.find((line: Raw) => line.kind === 'http.answer');
    answer.status = 418;
    const end = lines.at(-1);
    end.digest = 'd'.repeat(64);
    writeSealed(shell.path('other.jsonl'), lines);
    const { exitCode, out, errors } = await shell.run(['whatif', 'other.jsonl']);
    expect({ exitCode, out, errors }).toEqual({
      exitCode: 2,
      out: [
        'other.jsonl does not replay equal by itself, though nothing was changed: reprise replay other.jsonl shows how.',
      ],
      errors: [],
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

describe('whatif of a recording of real services', () => {
  const post = (body: object): RequestInit => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

  /** Records how a client publishes and removes an event; returns the numbers of those requests. */
  async function recordedSite(shell: Shell): Promise<readonly number[]> {
    const { ready } = await shell.serve(['--memory', '--clock', 'frozen']);
    const flags = ['--port', '0', '--json', '--calendar', ready.url, '-o', 'site.jsonl'];
    const recording = await shell.start(['record', ...flags]);
    const events = `${recording.url}/wp-json/tribe/events/v1/events`;
    const event = {
      title: 'Concert',
      start_date: '2026-03-01 20:00',
      end_date: '2026-03-01 22:00',
    };
    const created = await fetch(events, post(event));
    const { id } = (await created.json()) as { readonly id: number };
    await (await fetch(`${events}/${id}`)).text();
    await (await fetch(`${events}/${id}`, { method: 'DELETE' })).text();
    await recording.stop();
    return linesOf(shell.path('site.jsonl')).flatMap(({ kind, n }: Raw) =>
      kind === 'http.request' ? [n as number] : [],
    );
  }

  it('performs it in a world first, and has its numbers', async ({ shell }) => {
    const [created, read, removed] = await recordedSite(shell);
    const set = `${created}.body.title=Fair`;
    const { exitCode, out, errors } = await shell.run(['whatif', 'site.jsonl', '--set', set]);
    expect({ exitCode, errors }).toEqual({ exitCode: 2, errors: [] });
    const text = out.join('\n');
    expect(text).toContain(
      'note: site.jsonl is of real services: it was performed in a fresh world first, in which 3 of 3 answers are equal (reprise replay --simulate shows which). Entries have the numbers of site.jsonl.',
    );
    expect(text).toContain(`set ${created}.body.title="Fair": `);
    expect(text).toContain(`(entry ${read})`);
    expect(text).not.toMatch(/127\.0\.0\.1|simulated\/|\(new\)/);
    expect((await shell.run(['whatif', 'site.jsonl', '--set', set])).out).toEqual(out);
    const flags = ['--drop', String(removed), '-o', 'kept.jsonl', '--json'];
    const dropped = await shell.run(['whatif', 'site.jsonl', ...flags]);
    expect(dropped.exitCode).toBe(2);
    expect(JSON.parse(dropped.out.join(''))).toMatchObject({
      equal: false,
      groups: [{ change: `drop ${removed}`, changed: { entry: removed } }],
    });
    expect((await shell.run(['replay', 'kept.jsonl'])).exitCode).toBe(0);
  });

  it('hears another sentence of a caller, and answers it', async ({ shell }) => {
    const { ready } = await shell.serve(['--memory', '--clock', 'skip']);
    const flags = ['--port', '0', '--json', '--speech', ready.url, '-o', 'call.jsonl'];
    const recording = await shell.start(['record', ...flags]);
    const [[, open]] = agentClients as readonly [(typeof agentClients)[number]];
    await question(open)(recording.url);
    await recording.stop();
    const { n } = linesOf(shell.path('call.jsonl')).find(
      ({ kind, base64 }: Raw) => kind === 'ws.in' && base64 !== undefined,
    );
    const set = `${n}.said=Where is my money?`;
    const { exitCode, out } = await shell.run(['whatif', 'call.jsonl', '--set', set]);
    expect(exitCode).toBe(2);
    const text = out.join('\n');
    expect(text).toMatch(/user 'Where is my transfer\?' at \S+ -> user 'Where is my money\?'/);
    expect(text).toMatch(
      /agent 'So you say: Where is my transfer\.' at \S+ -> agent 'So you say: Where is my money\.'/,
    );
  });

  it('sets a path as its file has it', async ({ shell }) => {
    const [, , removed = 0] = await recordedSite(shell);
    const { url } = linesOf(shell.path('site.jsonl')).find(({ n }: Raw) => n === removed);
    const to = (path: string) => ['whatif', 'site.jsonl', '--set', `${removed}.path=${path}`];
    expect(await shell.run(to(url as string))).toMatchObject({
      exitCode: 1,
      errors: [`${removed}.path is "${url}" already.`],
    });
    const other = '/wp-json/tribe/events/v1/events/4711';
    const { exitCode, out } = await shell.run([...to(other), '-o', 'other.jsonl']);
    expect(exitCode).toBe(2);
    expect(out.join('\n')).toContain(`(entry ${removed}): 200 -> 404`);
    expect(linesOf(shell.path('other.jsonl'))).toContainEqual(
      expect.objectContaining({ method: 'DELETE', url: `/w/simulated${other}` }),
    );
  });

  it('refuses what cannot be changed, by its numbers', async ({ shell }) => {
    const [created = 0] = await recordedSite(shell);
    const refusal = async (...flags: string[]) => {
      const { exitCode, errors } = await shell.run(['whatif', 'site.jsonl', ...flags]);
      return `${exitCode}: ${errors.join('\n')}`;
    };
    expect(await refusal('--drop', String(created + 1))).toBe(
      `1: Entry ${created + 1} (http.answer) follows from what the client did: change one of its requests, frames or connections.`,
    );
    expect(await refusal('--set', `${created}.body.titel=x`)).toBe(
      `1: Entry ${created} has no value at 'body.titel'. Did you mean body.title?`,
    );
    expect(await refusal('--drop', '99')).toBe(
      '1: There is no entry 99: the recording has entries 1 to 6.',
    );
  });
});
