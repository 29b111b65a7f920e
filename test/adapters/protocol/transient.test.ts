// The error message of a request that failed for the moment: it advises a retry once, or says that the outcome is not known.

import { expect, it } from 'vitest';
import { retryMessage } from '../../../adapters/protocol/transient.ts';
import { OverloadError, StoreError } from '../../../core/index.ts';

it.each<[Error, string]>([
  [
    new StoreError('conflict', "World 'a' is at input 3, not at 2."),
    "World 'a' is at input 3, not at 2. Nothing was done; try again",
  ],
  [
    new StoreError('unavailable', "World 'a' has another owner; retry."),
    "World 'a' has another owner; retry. Nothing was done",
  ],
  [
    new OverloadError('Too many uncommitted entries; retry later.'),
    'Too many uncommitted entries; retry later. Nothing was done',
  ],
  [
    new StoreError('unavailable', 'There are 3 worlds in use; retry later, or remove one.'),
    'There are 3 worlds in use; retry later, or remove one. Nothing was done',
  ],
  [
    new StoreError('unavailable', 'The answer was lost.', { isUncertain: true }),
    'The answer was lost. It is not known whether this was done',
  ],
])('says once that a retry may help: %s', (error, message) =>
  expect(retryMessage(error)).toBe(message),
);
