// A simulated world during a replay: what comes to its client at an instant depends on how long nothing takes.

import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { readAnyRecording } from '../../../adapters/recording/format/reader.ts';
import type { RetoldStep } from '../../../adapters/retell/retell.ts';
import { openSimulatedTarget } from '../../../adapters/retell/simulated-target.ts';
import { retellThroughProxy } from '../../../adapters/retell/through-proxy.ts';
import { Connector } from '../../../adapters/upstream/relay/connector.ts';
import { recordSession } from '../../support/retell/retold.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { realClient, testKey } from '../../support/server/server.ts';
import { speechKey } from '../../support/speech/client.ts';
import { trafficIn } from '../../support/upstream/compared.ts';
import { listening, type Program } from '../../support/upstream/client-programs.ts';
import { inFolder } from '../../support/upstream/recorded.ts';

vi.setConfig({ testTimeout: longMs }); // speech

/** Reads wallets, has a text spoken, hears its own audio, and closes a socket itself. */
const program: Program = async (url) => {
  await realClient(url, testKey).listWallets();
  await listening(url);
  const speaking = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/speak`, {
    headers: { authorization: `Token ${speechKey}` },
  });
  await once(speaking, 'message');
  speaking.close(1000, 'done');
  await once(speaking, 'close');
};

it('has sent all before its client stops waiting, and knows how its sockets were closed', () =>
  inFolder(async (folder) => {
    const [file, world] = [join(folder, 'real.jsonl'), join(folder, 'world.jsonl')];
    await recordSession(file, { program });
    const traffic = await trafficIn(file);
    const options = { version: '1.2.3', report: () => undefined };
    const simulation = await openSimulatedTarget(traffic, { ...options, file: world });
    const { control: _world, ...target } = simulation.target; // its time stands still all the while
    const connector = new Connector();
    const steps: RetoldStep[] = [];
    try {
      await retellThroughProxy(traffic, {
        target,
        connector,
        file: join(folder, 'now.jsonl'),
        version: '1.2.3',
        now: () => new Date(),
        waitMsMax: 0, // a client without patience
        speed: Infinity,
        onStep: (step) => steps.push(step),
      });
    } finally {
      connector.close();
      await simulation.close();
    }
    const those = (come: boolean) =>
      steps.flatMap(({ step, hasCome }) => (hasCome === come ? `${step.n} ${step.kind}` : []));
    expect(those(false)).toEqual([]);
    expect(those(true).length).toBeGreaterThan(8);
    const closes = async (path: string) =>
      (await readAnyRecording(path)).entries.flatMap((entry) =>
        entry.kind === 'ws.close' ? [[entry.by, entry.code]] : [],
      );
    expect(await closes(world)).toEqual(await closes(file));
  }));
