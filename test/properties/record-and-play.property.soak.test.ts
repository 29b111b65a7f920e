// A recording of any service, played, gives each client the same bytes as the service did.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import {
  conversations,
  converse,
  startStub,
  type Conversation,
} from '../support/upstream/conversations.ts';
import { conversationsIn, trafficIn } from '../support/upstream/compared.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { inFolder, playing, recordThrough } from '../support/upstream/recorded.ts';
import { readAnyRecording } from '../../adapters/recording/format/reader.ts';
import { RecordingError } from '../../adapters/recording/format/recording-error.ts';

vi.setConfig({ testTimeout: longMs }); // whole sessions are recorded and played

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/** One client; or several at once that only read: a write of one would open the next part for all of them. */
const clients: fc.Arbitrary<readonly Conversation[]> = fc.oneof(
  conversations.map((one) => [one]),
  fc.array(conversations, { minLength: 2, maxLength: 3 }).map((all) =>
    all.map(({ exchanges, call }) => ({
      call,
      exchanges: exchanges.filter(({ method }) => isRead(method)),
    })),
  ),
);

/** The path below which the service is. */
const mounts = fc.constantFrom('', '/blog');

async function recorded(
  all: readonly Conversation[],
  file: string,
  { rules = [], mount = '' }: { readonly rules?: readonly string[]; readonly mount?: string } = {},
) {
  const stub = await startStub(all, mount);
  try {
    return await recordThrough(stub.url, file, (url) => converse(url, all), { rules });
  } finally {
    await stub.close();
  }
}

it('gives the same bytes to clients that speak at once, and misses nothing', async () => {
  await fc.assert(
    fc.asyncProperty(clients, mounts, (all, mount) =>
      inFolder(async (folder) => {
        const file = join(folder, 'real.jsonl');
        const real = await recorded(all, file, { mount });
        const { value, misses, unused } = await playing(file, (url) => converse(url, all));
        expect(misses).toEqual([]);
        expect(value).toEqual(real);
        expect(unused).toBe(0);
      }),
    ),
  );
});

it('is a recording again that is equal, if its playback is recorded', async () => {
  await fc.assert(
    fc.asyncProperty(clients, mounts, (all, mount) =>
      inFolder(async (folder) => {
        const [real, again] = [join(folder, 'real.jsonl'), join(folder, 'again.jsonl')];
        await recorded(all, real, { mount });
        await playing(real, (url) => recordThrough(url, again, (proxy) => converse(proxy, all)));
        const conversationsOf = async (file: string) => conversationsIn(await trafficIn(file));
        expect(await conversationsOf(again)).toEqual(await conversationsOf(real));
      }),
    ),
  );
});

it('plays up to where it was cut, at any byte, and says so', async () => {
  await fc.assert(
    fc.asyncProperty(conversations, fc.double({ min: 0, max: 1, noNaN: true }), (one, share) =>
      inFolder(async (folder) => {
        const [whole, cut] = [join(folder, 'whole.jsonl'), join(folder, 'cut.jsonl')];
        const [real] = await recorded([one], whole);
        const bytes = readFileSync(whole);
        const kept = bytes.subarray(0, Math.floor(share * (bytes.length - 2)));
        writeFileSync(cut, kept);
        const lines = kept.filter((byte) => byte === 0x0a).length;
        if (lines === 0) {
          await expect(readAnyRecording(cut)).rejects.toBeInstanceOf(RecordingError);
          return;
        }
        const traffic = await trafficIn(cut);
        expect(traffic).toMatchObject({ isCut: true, entryCount: lines - 1 });
        const answered = traffic.requests.filter(({ outcome }) => outcome !== undefined);
        const { value, misses } = await playing(cut, (url) => converse(url, [one]));
        const [played] = value;
        expect(played?.slice(0, answered.length)).toEqual(real?.slice(0, answered.length));
        expect(misses.length > 0 || answered.length === one.exchanges.length).toBe(true);
      }),
    ),
  );
});

it('is not read if one byte of it was changed: the entry is named', async () => {
  const byte = fc.record({ place: fc.nat(), step: fc.integer({ min: 1, max: 255 }) });
  await fc.assert(
    fc.asyncProperty(
      conversations,
      fc.array(byte, { minLength: 8, maxLength: 8 }),
      (one, changes) =>
        inFolder(async (folder) => {
          const file = join(folder, 'real.jsonl');
          await recorded([one], file);
          const bytes = readFileSync(file);
          const { entryCount } = await trafficIn(file);
          for (const { place, step } of changes) {
            const index = place % bytes.length;
            const changed = Buffer.from(bytes);
            changed[index] = ((bytes[index] as number) + step) % 256;
            writeFileSync(file, changed);
            const before = bytes.subarray(0, index).filter((value) => value === 0x0a).length;
            const named = before === 0 ? 'header' : before > entryCount ? 'end' : before;
            await expect(readAnyRecording(file)).rejects.toMatchObject({ place: named });
          }
        }),
    ),
  );
});

/** A body or frame with values that are secrets, by their names or by a rule, and others. */
function bodyOf(names: readonly string[], secret: string): string {
  return JSON.stringify(
    Object.fromEntries(
      names.map((name) => [name, name.startsWith('n') ? name : `${secret}-${name}`]),
    ),
  );
}

const secretNames = ['apiKey', 'password', 'access_token', 'tenant'];
const memberNames = fc.uniqueArray(fc.constantFrom('n', 'n2', ...secretNames), { minLength: 1 });

/** Requests, then a socket with the same texts as frames; all secrets are this one. */
function withSecret(names: readonly (readonly string[])[], secret: string): Conversation {
  return {
    exchanges: names.map((members, index) => ({
      method: index % 3 === 0 ? 'GET' : 'POST',
      path: `/a?x=${index}&token=${secret}&tenant=${secret}`,
      type: 'application/json',
      body: Buffer.from(bodyOf(members, secret)).toString('base64'),
      answer: { status: 200, type: 'text/plain', chunks: ['b2s='] },
    })),
    call: {
      frames: names.map((members) => ({
        by: 'client',
        kind: 'text',
        data: bodyOf(members, secret),
      })),
      end: { by: 'server', code: 1000, reason: '' },
    },
  };
}

it('is found again by a client with other secrets, and has none of them', async () => {
  const rules = ['query:tenant', 'json:$.tenant', 'frame:$.tenant'];
  await fc.assert(
    fc.asyncProperty(fc.array(memberNames, { minLength: 1, maxLength: 4 }), (names) =>
      inFolder(async (folder) => {
        const file = join(folder, 'real.jsonl');
        const real = await recorded([withSecret(names, 'first-Secret')], file, { rules });
        const text = readFileSync(file, 'utf8');
        expect(text).not.toContain('first-Secret');
        const other = [withSecret(names, 'other-Secret')];
        const { value, misses, unused } = await playing(file, (url) => converse(url, other));
        expect({ value, misses, unused }).toEqual({ value: real, misses: [], unused: 0 });
      }),
    ),
  );
});
