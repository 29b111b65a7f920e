// A call in a world, for tests that look at it: the conversation of a packaged fixture, at exact virtual times.

import { Conversation } from '../../../adapters/cli/speech/conversation.ts';
import { scriptedTurns } from '../../../adapters/cli/speech/converse-user.ts';
import { callTargetOf, worldOptions } from '../../../adapters/cli/speech/converse-world.ts';
import { readFixture } from '../../../adapters/fixture/files.ts';
import type { SpeechSection } from '../../../adapters/services/speech/fixture/section.ts';
import { startStudio, type StudioServer } from './server.ts';

const form = { encoding: 'mulaw', sampleRate: 8_000 } as const;

/** A server on whose world `default` the conversation was held, on a telephone line. `isRecorded`: a recording of it goes on. */
export async function startCall(name: string, { isRecorded = false } = {}): Promise<StudioServer> {
  const { fixture } = readFixture(name);
  const { token: _, ...options } = worldOptions({ fixture, seed: name });
  const server = await startStudio(options);
  if (isRecorded) await server.client.world('default').recording.start();
  const target = callTargetOf(server.reprise, async () => undefined);
  const section: SpeechSection = fixture['speech'] ?? {};
  const call = new Conversation(target, {
    agent: section.agents?.[0]?.agent,
    hasGreeting: true,
    form,
    functions: section.converse?.functions ?? {},
    isMuted: true,
    onMessage: () => undefined,
  });
  await call.begin();
  for await (const turn of scriptedTurns(target, section.converse ?? {}, form))
    await call.say(turn);
  await call.end();
  await target.close();
  return server;
}
