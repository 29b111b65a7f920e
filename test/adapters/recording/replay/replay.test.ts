import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../../../adapters/recording/replay/replay.ts';
import { runScriptedSession, openTwin } from '../../../support/server/scripted-session.ts';
import { temporaryFolder } from '../../../support/runner/temporary-folder.ts';

const folder = temporaryFolder();

it('replays a whole session equal', async () => {
  const server = await openTwin(createMemoryStore());
  const file = join(folder, 'whole.jsonl');
  const world = server.reprise.engine.world('default');
  if (world === undefined) throw new Error('none');
  await server.reprise.recordings.start(world, { file });
  await runScriptedSession(server);
  const { digest } = await server.reprise.recordings.stop('default');
  const recording = await readRecording(file);
  const replay = await replayRecording(file, recording);
  expect(replay).toMatchObject({ digest });
  expect(replay.divergence).toBeUndefined();
});
