// Recordings of a proxy in front of a Reprise keep all rules: the stories of the tree, told to a server through it.

import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { checkRecording } from '../../../../adapters/recording/check/check.ts';
import { readAnyRecording } from '../../../../adapters/recording/format/reader.ts';
import { importersFullMirror } from '../../../recordings/calendar/importers-full-mirror.ts';
import { publishersDay } from '../../../recordings/calendar/publishers-day.ts';
import { scheduledPostGoesLive } from '../../../recordings/calendar/scheduled-post-goes-live.ts';
import { openSampleSite, type SampleSite } from '../../../recordings/sample-site.ts';
import { countedKeys, openSession, type Session } from '../../../recordings/session.ts';
import { eagerTurn } from '../../../recordings/speech/eager-turn.ts';
import { secondSettings } from '../../../recordings/speech/second-settings.ts';
import { spokenParagraph } from '../../../recordings/speech/spoken-paragraph.ts';
import { twoSpeakers } from '../../../recordings/speech/two-speakers.ts';
import { cancelWon } from '../../../recordings/wallet/cancel-won.ts';
import { nftsAndBatches } from '../../../recordings/wallet/nfts-and-batches.ts';
import { reorged } from '../../../recordings/wallet/reorged.ts';
import { repeatedRequests } from '../../../recordings/wallet/repeated-requests.ts';
import { stuckAcceleratedComplete } from '../../../recordings/wallet/stuck-accelerated-complete.ts';
import { transfer } from '../../../recordings/wallet/transfer.ts';
import { sampleCalendar } from '../../../support/calendar/clients/sample-site.ts';
import { longMs } from '../../../support/runner/timeouts.ts';
import { startServer, testKey, token } from '../../../support/server/server.ts';
import { shareVoice } from '../../../support/speech/shared-voice.ts';
import { inFolder, recordThrough } from '../../../support/upstream/recorded.ts';

vi.setConfig({ testTimeout: longMs });
shareVoice();

const ofWallet = (play: (session: Session) => Promise<void>) => (url: string) =>
  play(openSession({ url, token, walletKey: testKey, keys: countedKeys() }));
const ofTown = (play: (site: SampleSite) => Promise<void>) => (url: string) =>
  play(openSampleSite(url, token));

const stories: readonly (readonly [
  name: string,
  rule: string,
  play: (url: string) => Promise<void>,
])[] = [
  ['transfer', 'transaction-states', ofWallet(transfer)],
  ['stuck, accelerated, complete', 'transaction-states', ofWallet(stuckAcceleratedComplete)],
  ['cancelled', 'transaction-states', ofWallet(cancelWon)],
  ['reorganised', 'transaction-states', ofWallet(reorged)],
  ['NFTs and batches', 'unique-addresses', ofWallet(nftsAndBatches)],
  ['repeated requests', 'idempotent-answers', ofWallet(repeatedRequests)],
  ['a mirror', 'collection-pages', ofTown(importersFullMirror)],
  ['a day of publishers', 'trashed-events', ofTown(publishersDay)],
  ['a post that goes live', 'status-by-date', ofTown(scheduledPostGoesLive)],
  ['a spoken paragraph', 'speak-audio', spokenParagraph],
  ['eager turns', 'turn-order', eagerTurn],
  ['two speakers', 'result-tiles', twoSpeakers],
  ['a conversation', 'agent-audio', secondSettings],
];

it.each(stories)('holds for %s, and evaluates %s', (name, rule, play) =>
  inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    const server = await startServer({
      defaults: { seed: name, config: { calendar: sampleCalendar } },
    });
    try {
      await recordThrough(server.url, file, play);
    } finally {
      await server.close();
    }
    const { rules } = checkRecording(await readAnyRecording(file));
    expect(rules.flatMap(({ violations }) => violations)).toEqual([]);
    expect(rules.find((one) => one.name === rule)?.evaluated).toBeGreaterThan(0);
  }),
);
