import { once } from 'node:events';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { whenClosed } from '../../../../adapters/hosts/node/close-watch.ts';

it('whenClosed runs all tasks that were not cancelled, with one listener', async () => {
  const socket = new Socket();
  const called: number[] = [];
  const cancels = Array.from({ length: 20 }, (_, index) =>
    whenClosed(socket, () => void called.push(index)),
  );
  const other = new Socket();
  whenClosed(other, () => called.push(-1));
  for (const cancel of cancels.slice(3)) cancel();
  expect(socket.listenerCount('close')).toBe(1);
  socket.destroy();
  await once(socket, 'close');
  expect(called).toEqual([0, 1, 2]);
});
