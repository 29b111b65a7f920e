import { once } from 'node:events';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { whenClosed } from '../../../adapters/http/close-watch.ts';

it('tells all who wait for a connection, but those who do not any more, by one listener', async () => {
  const socket = new Socket();
  const told: number[] = [];
  const callOffs = Array.from({ length: 20 }, (_, index) =>
    whenClosed(socket, () => void told.push(index)),
  );
  const other = new Socket();
  whenClosed(other, () => told.push(-1));
  for (const callOff of callOffs.slice(3)) callOff();
  expect(socket.listenerCount('close')).toBe(1);
  socket.destroy();
  await once(socket, 'close');
  expect(told).toEqual([0, 1, 2]);
});
