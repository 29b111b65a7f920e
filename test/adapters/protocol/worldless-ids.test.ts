import { expect, it } from 'vitest';
import { createWorldlessIds } from '../../../adapters/protocol/worldless-ids.ts';

it('draws a new id each time, the same ones from each start, others for each service', () => {
  const [one, same, other] = ['speech', 'speech', 'wallet'].map(createWorldlessIds);
  const drawn = [one?.(), one?.(), one?.()];
  expect([same?.(), same?.(), same?.()]).toEqual(drawn);
  expect(new Set([...drawn, other?.(), other?.()]).size).toBe(5);
  for (const id of drawn) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});
