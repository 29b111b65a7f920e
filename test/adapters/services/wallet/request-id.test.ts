// The instant at which the id of a response is drawn, and the id in its header.

import { beforeEach, describe, expect, it } from 'vitest';
import { addWorldlessId, RequestId } from '../../../../adapters/services/wallet/request-id.ts';
import type { HttpRequest } from '../../../../adapters/protocol/messages.ts';
import type { RequestIdOrigin, World } from '../../../../core/index.ts';
import {
  openShopEngine,
  bell,
  sendToShop,
  shopRecord,
} from '../../../support/engine/fake-oracle.ts';

const sent = '7b0c1d2e-aaaa-4bbb-8ccc-0123456789ab';
const plainRequest = { path: '/x', headers: {} } as HttpRequest;
const asking = { path: '/x', headers: { 'x-request-id': sent } } as unknown as HttpRequest;
const response = { status: 200, headers: { Link: 'next' } };

describe('the id of a response', () => {
  let world: World;
  /** The id that a new world of the same record returns after `bells` commands and `ordinal` earlier ids. */
  let expected: (ordinal: number, bells?: number) => Promise<string>;

  beforeEach(async () => {
    const fresh = async () => (await openShopEngine()).create(shopRecord('frozen'));
    world = await fresh();
    expected = async (ordinal, bells = 0) => {
      const other = await fresh();
      for (let count = 0; count < bells; count += 1) await sendToShop(other, bell(10));
      for (let count = 0; count < ordinal; count += 1) other.requestId();
      return other.requestId();
    };
  });

  const idIn = ({ headers }: { headers: Readonly<Record<string, string>> }) =>
    headers['X-Request-Id'];

  it('is drawn in the first task, at the position after its command', async () => {
    const id = new RequestId(world);
    await sendToShop(id.tasks, bell(10));
    await sendToShop(world, bell(10));
    expect(idIn(id.addTo(plainRequest, response))).toBe(await expected(0, 1));
  });

  it('is drawn before its command is stored, however long the answer takes', async () => {
    const hostTime = { nowMs: 0 };
    const slow = await (await openShopEngine({ hostTime })).create(shopRecord('frozen'));
    const log: string[] = [];
    slow.entries$.subscribe(() => log.push('stored'));
    const onRequestId = (origin: RequestIdOrigin) => {
      log.push('drawn');
      return origin;
    };
    const id = new RequestId(slow.observedBy({ afterTask: () => log.push('seen'), onRequestId }));
    await id.tasks.sendInPieces({
      domain: 'shop' as never,
      prepare: () => ({ command: bell(10) }),
      *respond() {
        for (let piece = 0; piece < 3; piece += 1) {
          hostTime.nowMs += 100; // a slice is over at once
          yield;
        }
        log.push('answered');
      },
    });
    expect(log).toEqual(['seen', 'drawn', 'stored', 'answered']);
    expect(idIn(id.addTo(plainRequest, response))).toBe(await expected(0, 1));
  });

  it('is drawn once for all tasks of a request', async () => {
    const id = new RequestId(world);
    await id.tasks.read(() => undefined);
    await id.tasks.read(() => undefined);
    expect(idIn(id.addTo(plainRequest, response))).toBe(await expected(0));
    expect(world.requestId()).toBe(await expected(1));
  });

  it('is drawn at the end if there was no task', async () => {
    const id = new RequestId(world);
    expect(world.requestId()).toBe(await expected(0));
    expect(idIn(id.addTo(plainRequest, response))).toBe(await expected(1));
  });

  it("is the client's own UUID, which changes no other id", async () => {
    expect(idIn(new RequestId(world).addTo(asking, response))).toBe(sent);
    expect(world.requestId()).toBe(await expected(1));
  });

  it('is the first header if a task drew it, else the last', async () => {
    const id = new RequestId(world);
    expect(Object.keys(new RequestId(world).addTo(plainRequest, response).headers)).toEqual([
      'Link',
      'X-Request-Id',
    ]);
    await id.tasks.read(() => undefined);
    expect(Object.keys(id.addTo(plainRequest, response).headers)).toEqual(['X-Request-Id', 'Link']);
  });

  it('depends on the path alone without a world', () => {
    expect(idIn(addWorldlessId(plainRequest, response))).toBe(
      idIn(addWorldlessId(plainRequest, response)),
    );
    expect(idIn(addWorldlessId(plainRequest, response))).not.toBe(
      idIn(addWorldlessId({ ...plainRequest, path: '/y' }, response)),
    );
    expect(idIn(addWorldlessId(asking, response))).toBe(sent);
  });
});
