// The list of scenarios whose recordings are in the tree, and how each is recorded.

import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RepriseOptions } from '../../adapters/reprise.ts';
import { runDemo } from '../demo/demo.ts';
import { sampleCalendar } from '../support/calendar/clients/sample-site.ts';
import { startServer, testKey, token } from '../support/server/server.ts';
import { countedKeys, openSession, type Session } from './session.ts';
import { importersFullMirror } from './calendar/importers-full-mirror.ts';
import { publishersDay } from './calendar/publishers-day.ts';
import { scheduledPostGoesLive } from './calendar/scheduled-post-goes-live.ts';
import { booking, fallback, recordConversation, support } from './speech/conversations.ts';
import { eagerTurn } from './speech/eager-turn.ts';
import { secondSettings } from './speech/second-settings.ts';
import { spokenParagraph } from './speech/spoken-paragraph.ts';
import { twoSpeakers } from './speech/two-speakers.ts';
import { openSampleSite, type SampleSite } from './sample-site.ts';
import { cancelLost } from './wallet/cancel-lost.ts';
import { cancelWon } from './wallet/cancel-won.ts';
import { denied } from './wallet/denied.ts';
import { deriveAcrossChains } from './wallet/derive-across-chains.ts';
import { failedForGas } from './wallet/failed-for-gas.ts';
import { nftsAndBatches } from './wallet/nfts-and-batches.ts';
import { repeatedRequests } from './wallet/repeated-requests.ts';
import { reorged } from './wallet/reorged.ts';
import { signatures } from './wallet/signatures.ts';
import { stuckAcceleratedComplete } from './wallet/stuck-accelerated-complete.ts';
import { transfer } from './wallet/transfer.ts';
import { webhooks } from './wallet/webhooks.ts';

export interface Scenario {
  /** The service and the name; also the path of the file. */
  readonly name: `${string}/${string}`;
  /** Plays the scenario and records it into a new file. Rejects if the story takes another course than expected. */
  readonly record: (file: string) => Promise<void>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The folder of the scenarios' recordings. */
export const recordingsFolder = join(root, 'recordings/v1');

export const scenarios: readonly Scenario[] = [
  scenario('wallet/transfer', transfer),
  scenario('wallet/stuck-accelerated-complete', stuckAcceleratedComplete),
  scenario('wallet/cancel-won', cancelWon),
  scenario('wallet/cancel-lost', cancelLost),
  scenario('wallet/failed-for-gas', failedForGas),
  scenario('wallet/denied', denied),
  scenario('wallet/reorged', reorged),
  scenario('wallet/derive-across-chains', deriveAcrossChains),
  scenario('wallet/signatures', signatures),
  scenario('wallet/nfts-and-batches', nftsAndBatches),
  scenario('wallet/webhooks', webhooks),
  scenario('wallet/repeated-requests', repeatedRequests),
  inTown('calendar/importers-full-mirror', importersFullMirror),
  inTown('calendar/publishers-day', publishersDay),
  inTown('calendar/scheduled-post-goes-live', scheduledPostGoesLive),
  recorded('speech/spoken-paragraph', {}, spokenParagraph),
  recorded('speech/eager-turn', {}, eagerTurn),
  recorded('speech/two-speakers', {}, twoSpeakers),
  recorded('speech/second-settings', {}, secondSettings),
  conversation('speech/booking', booking),
  conversation('speech/support', support),
  conversation('speech/fallback', fallback),
  {
    name: 'wallet/demo',
    record: async (file) => assert.ok(await runDemo(() => undefined, { record: file })),
  },
];

/** A story of the wallet, played by its client. */
function scenario(name: Scenario['name'], play: (session: Session) => Promise<void>): Scenario {
  return recorded(name, {}, (url) =>
    play(openSession({ url, token, walletKey: testKey, keys: countedKeys() })),
  );
}

/** A story of a small town's calendar. */
function inTown(name: Scenario['name'], play: (town: SampleSite) => Promise<void>): Scenario {
  return recorded(name, { config: { calendar: sampleCalendar } }, (url) =>
    play(openSampleSite(url, token)),
  );
}

/** The conversation of the packaged fixture with this name. */
function conversation(name: Scenario['name'], goes: readonly string[]): Scenario {
  return {
    name,
    record: (file) => recordConversation({ fixture: name, seed: name, version: versionNow(), goes }, file),
  };
}

function versionNow(): string {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** A story in a world of its own, seeded by the name of the scenario. */
function recorded(
  name: Scenario['name'],
  defaults: RepriseOptions['defaults'],
  play: (url: string) => Promise<void>,
): Scenario {
  return {
    name,
    async record(file) {
      const server = await startServer({ version: versionNow(), defaults: { ...defaults, seed: name } });
      try {
        const { engine, recordings } = server.reprise;
        const world = engine.world('default');
        assert.ok(world);
        await recordings.start(world, { file });
        await play(server.url);
        await recordings.stop('default');
      } finally {
        await server.close();
      }
    },
  };
}
