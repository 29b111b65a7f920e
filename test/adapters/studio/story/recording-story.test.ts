// The story of a recording: what the page shows of a file.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../../../adapters/recording/replay/replay.ts';
import { divergenceSentence } from '../../../../adapters/recording/replay/report.ts';
import { filesBelow } from '../../../../adapters/files-below.ts';
import { root } from '../../../support/documents/page.ts';
import {
  linesOf,
  recordingFolder,
  writeSealed,
  type Raw,
} from '../../../support/recording/recordings.ts';
import { foldedWorld, storyOf } from '../../../support/studio/stories.ts';

const folder = recordingFolder();
const recordings = filesBelow(join(root, 'recordings')).filter((file) => file.endsWith('.jsonl'));
const transfer = join(root, 'recordings/v1/wallet/transfer.jsonl');

function edited(name: string, change: (lines: Raw[]) => void, of = transfer): string {
  const lines = linesOf(of);
  change(lines);
  return writeSealed(join(folder, name), lines);
}

/** What the command line names first. */
async function namedFirst(file: string) {
  const recording = await readRecording(file);
  const { divergence = {} } = await replayRecording(file, recording);
  return {
    divergence,
    sentence: divergenceSentence(divergence, Date.parse(recording.header.epoch)),
  };
}

describe('the story of a recording', () => {
  it.each(recordings)('has the world of %s, to the digest of the file', async (name) => {
    const file = join(root, 'recordings', name);
    const { ending } = await readRecording(file);
    const { worlds, notes, difference } = await storyOf(file);
    expect({ worlds: worlds.length, notes, difference }).toEqual({ worlds: 1, notes: [] });
    const past = await foldedWorld(worlds[0]!);
    expect(ending).toMatchObject({ kind: 'whole', end: { digest: past.digest } });
  });

  it('has the exchanges as they are in the file, each with its input and its events', async () => {
    const { entries } = await readRecording(transfer);
    const { worlds } = await storyOf(transfer);
    const { exchanges, entries: journal } = worlds[0]!;
    const requests = entries.filter(({ kind }) => kind === 'http.request');
    expect(exchanges.filter(({ kind }) => kind === 'http').map(({ n }) => n)).toEqual(
      requests.map(({ n }) => n),
    );
    const created = exchanges.find(
      ({ url, status }) => url.endsWith('/transfer') && status === 201,
    )!;
    expect(created).toMatchObject({ kind: 'http', service: 'wallet', method: 'POST' });
    expect(JSON.parse(created.answer?.text ?? '')).toMatchObject({ data: { state: 'INITIATED' } });
    const own = journal[(created.input ?? 0) - 1]!;
    expect(created.events).toEqual(own.events.map((text) => JSON.parse(text).position));
  });

  it('has webhooks with their outcomes, and sockets with their frames and their end', async () => {
    const webhooks = (await storyOf('wallet/webhooks')).worlds[0]!.exchanges.filter(
      ({ kind }) => kind === 'webhook',
    );
    expect(webhooks.length).toBeGreaterThan(0);
    for (const webhook of webhooks) {
      expect([webhook.status, webhook.failure]).not.toEqual([undefined, undefined]);
      expect(JSON.parse(webhook.request?.text ?? '')).toHaveProperty('notificationType');
    }
    const [socket] = (await storyOf('speech/booking')).worlds[0]!.exchanges.filter(
      ({ kind }) => kind === 'socket',
    );
    expect(socket).toMatchObject({ status: 101, method: 'GET', close: { code: 1000 } });
    const directions = new Set(socket?.frames?.map(({ direction }) => direction));
    expect(directions).toEqual(new Set(['in', 'out']));
    expect(socket?.frames?.some(({ bytes = 0 }) => bytes > 0)).toBe(true);
  });

  it('has both worlds of a recording with another event, and the place that a replay names', async () => {
    const file = edited('event.jsonl', (lines) => {
      const event = lines.find(({ type }) => type === 'TransferInitiated');
      event.data.amounts = ['7'];
    });
    const { divergence, sentence } = await namedFirst(file);
    const story = await storyOf(file);
    expect(story.worlds.map(({ record }) => record.name)).toEqual(['recorded', 'replayed']);
    expect(story.difference).toMatchObject({
      worlds: ['recorded', 'replayed'],
      position: divergence.event?.position,
      summary: sentence,
    });
    for (const world of story.worlds) await foldedWorld(world);
    const [recorded, replayed] = story.worlds.map(({ entries }) =>
      entries.flatMap(({ events }) => events),
    );
    const first = recorded!.findIndex((text, index) => text !== replayed![index]);
    expect(first + 1).toBe(divergence.event?.position);
  });

  it('names the exchange if only an answer differs', async () => {
    let request = 0;
    const file = edited('answer.jsonl', (lines) => {
      const answer = lines.find(({ kind, status }) => kind === 'http.answer' && status === 201);
      request = answer.to;
      answer.text = answer.text.replace(/"id":"[^"]*"/, '"id":"other"');
    });
    const { sentence } = await namedFirst(file);
    const { difference, notes, worlds } = await storyOf(file);
    expect(difference).toMatchObject({ exchanges: [request, null], summary: sentence });
    expect(difference).not.toHaveProperty('position');
    expect(notes[0]).toContain(`replays answer.jsonl differently: ${sentence}`);
    expect(worlds[0]!.entries).toEqual(worlds[1]!.entries);
  });

  it('shows a recorded event that no world can have up to there, and says so', async () => {
    const file = edited('unknown.jsonl', (lines) => {
      lines.findLast(({ type }) => type === 'TransactionCompleted').type = 'TransactionPraised';
    });
    const { worlds, notes } = await storyOf(file);
    expect(notes.join('\n')).toMatch(/is shown up to position \d+: .*no events of type/);
    await foldedWorld(worlds[0]!);
  });

  it('shows a cut recording up to the cut', async () => {
    const lines = linesOf(transfer).slice(0, 30);
    const { worlds, notes } = await storyOf(writeSealed(join(folder, 'cut.jsonl'), lines));
    expect(notes).toEqual(['cut.jsonl was cut after entry 29: it is shown up to there.']);
    expect((await foldedWorld(worlds[0]!)).position).toBeGreaterThan(0);
  });
});
