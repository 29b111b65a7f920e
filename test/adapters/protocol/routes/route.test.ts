import { expect, it } from 'vitest';
import { setImmediate } from 'node:timers/promises';
import { handleInTurns } from '../../../../adapters/protocol/routes/route.ts';

it('a long body is read in one turn of the event loop and used in another', async () => {
  const seen: string[] = [];
  const route = {
    reads: {
      read: (_context: undefined, params: Readonly<Record<string, string>>) => {
        seen.push('read');
        return { params };
      },
      describe: () => ({ parameters: [] }),
    },
    handle: () => {
      seen.push('handled');
      return { status: 200, headers: {} };
    },
  };
  const answered = handleInTurns(route, undefined, {});
  await Promise.resolve();
  expect(seen).toEqual(['read']);
  await setImmediate();
  expect(seen).toEqual(['read', 'handled']);
  expect(await answered).toEqual({ status: 200, headers: {} });
});
