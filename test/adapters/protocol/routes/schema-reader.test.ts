import { expect, it } from 'vitest';
import { z } from 'zod';
import { ParseError } from '../../../../adapters/protocol/parse.ts';
import type { HttpRequest } from '../../../../adapters/protocol/messages.ts';
import { bySchemas } from '../../../../adapters/protocol/routes/schema-reader.ts';

const requestWith = (value: unknown) =>
  ({
    headers: {},
    query: new URLSearchParams(),
    body: Buffer.from(JSON.stringify(value)),
  }) as unknown as HttpRequest;

it('parses a long body in pieces, and by its schema if that refuses it', async () => {
  let isOtherWaiting = true;
  const body = z.array(z.int());
  const reader = bySchemas(
    { body },
    {
      *inPieces(value) {
        // A break comes soon; without one, the other task does not run.
        for (let piece = 0; piece < 10_000_000 && isOtherWaiting; piece += 1) yield;
        return isOtherWaiting ? undefined : body.safeParse(value).data;
      },
    },
  );
  const read = (value: unknown) => reader.readInTurns?.({ request: requestWith(value) }, {});
  const first = read([1, 2]);
  setImmediate(() => setImmediate(() => (isOtherWaiting = false)));
  expect((await first)?.body).toEqual([1, 2]);
  expect(isOtherWaiting).toBe(false);
  await expect(read([1, 'a'])).rejects.toThrow(ParseError);
});
