// A WebSocket that is ended while its frames pass: the client gets whole frames, and then a close frame.

import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as ws from 'ws';
import { FrameBounds } from '../../../adapters/nodes/frame-bounds.ts';
import { FrameRelay } from '../../../adapters/nodes/frame-relay.ts';
import { runs } from '../../support/runner/runs.ts';

/** The package's own reader and writer of frames, which its types lack. */
const { Receiver, Sender } = ws as unknown as {
  readonly Receiver: new (options: { readonly isServer: boolean }) => Writable;
  readonly Sender: {
    readonly frame: (data: Buffer, options: Readonly<Record<string, unknown>>) => readonly Buffer[];
  };
};

/** The frames of messages, as a server or a client sends them. */
function framesOf(sizes: readonly number[], mask: boolean): readonly Buffer[] {
  return sizes.map((size) =>
    Buffer.concat(
      Sender.frame(Buffer.alloc(size, 65), {
        fin: true,
        rsv1: false,
        opcode: 2,
        mask,
        readOnly: true,
      }),
    ),
  );
}

const sizes = fc.array(
  fc.oneof(fc.nat(3), fc.constantFrom(125, 126, 127, 65_535, 65_536, 70_000)),
  { maxLength: 6 },
);
const cuts = fc.array(fc.nat(200_000), { maxLength: 8 });

/** Bytes in pieces, as a network may deliver them. */
function pieces(bytes: Buffer, at: readonly number[]): readonly Buffer[] {
  const places = [0, ...at.map((place) => place % (bytes.length + 1)), bytes.length];
  places.sort((one, other) => one - other);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

it('finds where frames end, in whatever pieces they come', () => {
  fc.assert(
    fc.property(sizes, fc.boolean(), cuts, (given, mask, at) => {
      const all = framesOf(given, mask);
      const frames = new FrameBounds();
      const ends: number[] = [];
      let passed = 0;
      for (const piece of pieces(Buffer.concat(all), at)) {
        for (let offset = 0; offset < piece.length;) {
          const next = frames.pass(piece, offset);
          passed += next - offset;
          offset = next;
          if (frames.isBetween) ends.push(passed);
        }
      }
      const expected: number[] = [];
      for (const frame of all) expected.push((expected.at(-1) ?? 0) + frame.length);
      expect(ends).toEqual(expected);
      expect(frames.isBetween).toBe(true);
    }),
    runs(300),
  );
});

it('ends with whole frames and a close frame, wherever it is closed', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, cuts, fc.nat(9), async (given, at, closedAfter) => {
      const relay = new FrameRelay({ highWaterMark: 1 << 20 });
      const seen: string[] = [];
      const receiver = new Receiver({ isServer: false });
      receiver.on('message', (data: Buffer) => seen.push(`${data.length} bytes`));
      receiver.on('conclude', (code: number) => seen.push(`closed with ${code}`));
      relay.pipe(receiver);
      const parts = pieces(Buffer.concat(framesOf(given, false)), at);
      for (const [index, part] of parts.entries()) {
        if (index === closedAfter) relay.close();
        relay.write(part);
      }
      relay.close();
      await new Promise((resolve) => receiver.once('finish', resolve));
      const messages = given.map((size) => `${size} bytes`);
      expect(seen.at(-1)).toBe('closed with 1012');
      expect(messages.slice(0, seen.length - 1)).toEqual(seen.slice(0, -1));
    }),
    runs(300),
  );
});

it('is ended once, though the serving node has ended it and the client has not read all', async () => {
  const relay = new FrameRelay();
  relay.end(Buffer.concat(framesOf([100], false)));
  await new Promise((resolve) => setImmediate(resolve));
  relay.close();
  expect(await buffer(relay)).toEqual(Buffer.concat(framesOf([100], false)));
});
