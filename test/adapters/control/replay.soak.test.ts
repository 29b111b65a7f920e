// Control route of the replay of an uploaded recording.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../support/documents/page.ts';
import { linesOf, recordingFolder, writeSealed } from '../../support/recording/recordings.ts';
import { expectControlError, serverForEach } from '../../support/server/requests.ts';
import { storyOf } from '../../support/studio/stories.ts';

const folder = recordingFolder();
const transfer = join(root, 'recordings/v1/wallet/transfer.jsonl');

describe('the replay of an uploaded recording', () => {
  const server = serverForEach();
  const upload = (file: string, name = 'transfer.jsonl') =>
    server().control('POST', '/replay', { name, recording: readFileSync(file, 'utf8') });

  it('shows what an exported file shows, and touches no world', async () => {
    const { status, body } = await upload(transfer);
    expect({ status, body }).toEqual({ status: 200, body: await storyOf(transfer) });
    const { body: listed } = await server().control('GET', '/worlds');
    expect(listed.worlds).toMatchObject([{ name: 'default', position: 0 }]);
  });

  it('shows both worlds of a recording that replays differently', async () => {
    const lines = linesOf(transfer);
    const event =
      lines.find(({ kind, type }) => kind === 'event' && type === 'WalletFunded') ??
      lines.find(({ kind }) => kind === 'event');
    Object.assign(event?.['data'] as object, { note: 'edited' });
    const file = writeSealed(join(folder, 'edited.jsonl'), lines);
    const { body } = await upload(file, 'edited.jsonl');
    expect(body.worlds.map(({ record }: { record: { name: string } }) => record.name)).toEqual([
      'recorded',
      'replayed',
    ]);
    expect(body.difference.text).toContain('note');
    expect(body).toEqual(await storyOf(file));
  });

  it('refuses what is no recording, or a damaged one, and names the place', async () => {
    const post = (recording: string) =>
      server().control('POST', '/replay', { name: 'x.jsonl', recording });
    const damaged = await post(
      readFileSync(transfer, 'utf8').replace('"kind":"event"', '"kind":"events"'),
    );
    expectControlError(damaged, 422, 'recording-refused');
    expect(damaged.body.error.message).toMatch(/^x\.jsonl .*entry \d+/);
    expectControlError(await post('hello'), 422, 'recording-refused');
    expectControlError(await post(''), 400);
  });

  it('shows a cut recording up to its last whole entry', async () => {
    const lines = readFileSync(transfer, 'utf8').trimEnd().split('\n');
    const { body } = await server().control('POST', '/replay', {
      name: 'cut.jsonl',
      recording: lines.slice(0, -3).join('\n'),
    });
    expect(body.notes.join(' ')).toContain('cut.jsonl was cut after entry');
  });
});
