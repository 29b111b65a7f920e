// The real clients, recorded through the proxy before a service, then played with the service gone: they notice nothing.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serviceErrors } from '../../../adapters/upstream/play/service-errors.ts';
import { startServer } from '../../support/server/server.ts';
import { agentClients } from '../../support/speech/agent-clients.ts';
import {
  agentScript,
  call,
  importer,
  listening,
  payment,
  type FeeLevel,
  type Program,
} from '../../support/upstream/client-programs.ts';
import { inFolder, playing, recordThrough } from '../../support/upstream/recorded.ts';

/** Records a program before a real service, and plays it to another run after the service has gone. */
async function recordedAndPlayed(program: Program, changed: Program = program, script?: object) {
  return inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    const server = await startServer({ defaults: { clock: 'skip' } });
    let real: unknown;
    try {
      if (script !== undefined)
        await server.control('PUT', '/worlds/default/speech/script', script);
      real = await recordThrough(server.url, file, program);
    } finally {
      await server.close();
    }
    return { real, ...(await playing(file, changed, { refuse: serviceErrors() })) };
  });
}

describe('the wallet client', () => {
  it('pays again without the service', async () => {
    const { real, value, misses, unused } = await recordedAndPlayed(payment('LOW'));
    expect(value).toEqual(real);
    expect({ misses, unused }).toEqual({ misses: [], unused: 0 });
  });

  it('is told the field that it has changed', async () => {
    const outcome = (feeLevel: FeeLevel): Program => {
      return (url) => payment(feeLevel)(url).catch((error: unknown) => String(error));
    };
    const { value, misses } = await recordedAndPlayed(outcome('LOW'), outcome('HIGH'));
    const difference = 'body.feeLevel "LOW" in place of "HIGH"';
    expect(misses).toEqual([expect.stringContaining(difference)]);
    expect(value).toContain(difference);
  });
});

describe('a calendar importer', () => {
  it('mirrors the same site, and publishes into it', async () => {
    const { real, value, misses, unused } = await recordedAndPlayed(importer);
    expect(value).toBe(real);
    expect(real).toContain('{here}/wp-json');
    expect({ misses, unused }).toEqual({ misses: [], unused: 0 });
  });
});

describe('the speech client', () => {
  it('speaks, and hears its own audio', async () => {
    const { real, value, misses, unused } = await recordedAndPlayed(listening);
    expect(value).toEqual(real);
    expect(JSON.stringify(real)).toContain('where is my transfer');
    expect({ misses, unused }).toEqual({ misses: [], unused: 0 });
  });
});

describe.each(agentClients)('the voice agent of %s', (_name, open) => {
  it('calls a function, and says the same', async () => {
    const program = call(open);
    const { real, value, misses, unused } = await recordedAndPlayed(program, program, agentScript);
    expect(value).toEqual(real);
    expect(JSON.stringify(real)).toContain('It is on its way.');
    expect({ misses, unused }).toEqual({ misses: [], unused: 0 });
  });
});
