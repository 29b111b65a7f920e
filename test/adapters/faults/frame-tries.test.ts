// The faults that are tried on the frames of an event: by path, text and direction.

import { describe, expect, it } from 'vitest';
import { frameTries } from '../../../adapters/faults/frame-tries.ts';
import type { SentFrames, Service } from '../../../adapters/protocol/service.ts';
import type { Reaction } from '../../../core/index.ts';
import type { FaultRule } from '../../../core/faults/records/fault.ts';
import { addFault } from '../../support/faults/commands.ts';
import { pureWorld } from '../../support/engine/pure-world.ts';

const sent: SentFrames = {
  path: '/v1/speak',
  conn: 2,
  frames: ['{"type":"Metadata"}', null, '{"type":"Flushed"}'],
};

/** The numbers of the frames that faults with these rules are tried on. */
function triedFrames(rule: Partial<FaultRule>, frames: SentFrames | undefined = sent) {
  const world = pureWorld('tries');
  world.decide('faults', addFault('f', { effect: { kind: 'drop-frame' }, ...rule }));
  const service = { name: 'speech', framesOf: () => frames } as unknown as Service;
  const silent = { name: 'wallet' } as unknown as Service;
  const [envelope, states] = [{}, { faults: world.faults }] as unknown as Parameters<Reaction>;
  return frameTries([silent, service])(envelope, states);
}

const request = { service: 'speech', path: '/v1/speak', conn: 2, direction: 'out' } as const;
const tryOf = (index: number) => ({
  domain: 'faults',
  command: { type: 'TryFaults', faultIds: ['f'], request: { ...request, index } },
});

describe('the frames of an event', () => {
  it.each([
    [{}, [0, 1, 2]],
    [{ when: { json: { type: 'Flushed' } } }, [2]],
    [{ service: 'speech', route: 'WS /v1/speak' }, [0, 1, 2]],
    [{ route: '/v1/listen' }, []],
    [{ service: 'wallet' }, []],
    [{ effect: { kind: 'half-open', direction: 'out' } }, [0, 1, 2]],
    [{ effect: { kind: 'half-open', direction: 'in' } }, []],
    [{ effect: { kind: 'lose-answer' } }, []],
    [{ when: { count: 0 } }, []],
  ] as const)('are tried under %j: %j', (rule, expected) => {
    expect(triedFrames(rule)).toEqual(expected.map(tryOf));
  });

  it('are none of an event that sends none', () => {
    const service = { name: 'speech', framesOf: () => undefined } as unknown as Service;
    const world = pureWorld('tries');
    world.decide('faults', addFault('f', { effect: { kind: 'drop-frame' } }));
    const [envelope, states] = [{}, { faults: world.faults }] as unknown as Parameters<Reaction>;
    expect(frameTries([service])(envelope, states)).toEqual([]);
  });
});
