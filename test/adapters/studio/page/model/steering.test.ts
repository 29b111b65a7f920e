// Steering a world now, or in a fork of its past, with the command lines that do the same.

import { describe, expect, it } from 'vitest';
import { createClient } from '../../../../../adapters/client/index.ts';
import {
  actInFork,
  forkNameOf,
  linesOf,
} from '../../../../../adapters/studio/page/model/steering.ts';
import { prettyJson } from '../../../../../adapters/studio/page/model/json-text.ts';
import { printBytes, shortId } from '../../../../../adapters/studio/page/model/texts.ts';

const action = { words: ['tx', 'stick', 'abc'] };

describe('the name of a fork', () => {
  it('says where it was forked, and is free', () => {
    expect(forkNameOf('default', 12, [])).toBe('default-at-12');
    const taken = ['default-at-12', 'default-at-12-2'].map((name) => ({ name }));
    expect(forkNameOf('default', 12, taken)).toBe('default-at-12-3');
  });

  it('is short enough for a world, even of the longest name', () => {
    const position = 999_999_999_999;
    const longest = 'w'.repeat(64);
    const names = Array.from({ length: 3 }, () => longest).map((name) => ({ name }));
    expect(forkNameOf(longest, position, names).length).toBeLessThanOrEqual(64);
  });
});

describe('the command lines of an action', () => {
  it('act on the world, or fork it first', () => {
    expect(linesOf(action, 'default')).toEqual(['reprise tx stick abc']);
    expect(linesOf(action, 'two')).toEqual(['reprise tx stick abc --world two']);
    expect(linesOf(action, 'default', { name: 'default-at-3', position: 3 })).toEqual([
      'reprise fork default default-at-3 --at 3',
      'reprise tx stick abc --world default-at-3',
    ]);
  });
});

describe('an action in the past', () => {
  it('forks at the position, and acts there', async () => {
    const sent: string[] = [];
    const client = createClient({
      url: 'http://reprise.test',
      token: 'token-token-1',
      fetch: async (target, init) => {
        sent.push(`${init?.method} ${new URL(target).pathname} ${JSON.stringify(init?.body)}`);
        return Response.json({ transaction: {} });
      },
    });
    const steer = {
      act: (world: ReturnType<typeof client.world>) => world.wallet.transactions.stick('abc'),
    };
    const fork = { name: 'fork', position: 7 };
    expect(await actInFork(client, 'default', fork, steer)).toBe('fork');
    expect(sent).toEqual([
      `POST /__reprise/worlds/default/fork ${JSON.stringify('{"name":"fork","at":7}')}`,
      `POST /__reprise/worlds/fork/wallet/transactions/abc/stick ${JSON.stringify('{}')}`,
    ]);
  });
});

describe('texts', () => {
  it('are short, and sizes in words', () => {
    expect(shortId('cf0b114d-4704-495f-b54f-e0ea5ad04da9')).toBe('cf0b114d…');
    expect(shortId('0x8ea5e236175797394fada6e3a5f8a3e27b3eb396')).toBe('0x8ea5e2…b396');
    expect(shortId('short')).toBe('short');
    expect([12, 999, 1_000, 1_500_000].map((bytes) => printBytes(bytes))).toEqual([
      '12 bytes',
      '999 bytes',
      '1.0 KB',
      '1.5 MB',
    ]);
  });

  it('are indented if they are JSON', () => {
    expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(prettyJson('{"a":')).toBe('{"a":');
    expect(prettyJson('"text"')).toBe('"text"');
  });
});
