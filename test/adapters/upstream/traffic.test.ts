// The traffic of the recordings of worlds.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from '../../../adapters/files-below.ts';
import { trafficIn } from '../../support/upstream/compared.ts';

const folder = 'recordings/v1';

it.each(filesBelow(folder))('is in the order of the entries: %s', async (file) => {
  const { requests, operations, sockets, webhooks } = await trafficIn(join(folder, file));
  const starts = [...requests, ...operations, ...sockets, ...webhooks];
  const byPlace = starts.sort((one, other) => one.place - other.place).map(({ n }) => n);
  expect(byPlace).toEqual([...byPlace].sort((one, other) => one - other));
});
