// The transactions of the recordings: what the views say of each fits its record, at its end and at every step of its life.

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { readRecording } from '../../../../../../adapters/recording/format/reader.ts';
import { worldsOfRecording } from '../../../../../../adapters/studio/story/recording-worlds.ts';
import { WorldHistory } from '../../../../../../adapters/studio/page/model/world-history.ts';
import { actionsFor } from '../../../../../../adapters/studio/page/views/transactions/actions.ts';
import { diagramOf } from '../../../../../../adapters/studio/page/views/transactions/diagram.ts';
import { feeHistoryOf } from '../../../../../../adapters/studio/page/views/transactions/fees.ts';
import {
  attemptsOf,
  lifeOf,
  pathOf,
} from '../../../../../../adapters/studio/page/views/transactions/life.ts';
import { transactionEventsOf } from '../../../../../../adapters/studio/page/views/transactions/transaction-events.ts';
import { whyOf } from '../../../../../../adapters/studio/page/views/transactions/why.ts';
import { wallet } from '../../../../../../core/index.ts';
import { longMs } from '../../../../../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs });

const folder = fileURLToPath(new URL('../../../../../../recordings/v1/wallet/', import.meta.url));

async function recordedHistory(name: string): Promise<WorldHistory> {
  const file = `${folder}${name}`;
  const { recorded } = await worldsOfRecording(file, await readRecording(file), { name });
  const history = new WorldHistory(recorded.record);
  await history.extend(recorded.journal);
  return history;
}

describe('the transactions of a recording', () => {
  it.each(readdirSync(folder))('%s', async (name) => {
    const history = await recordedHistory(name);
    const { past, events } = history;
    const end = await past.at({ position: past.position });
    const states = end.states.wallet;
    for (const transaction of states.transactions.values()) {
      const { id, state } = transaction;
      const { changes } = transactionEventsOf(history).of(id);
      const steps = await lifeOf(past, events, { id, changes });
      const path = pathOf(steps);
      expect(path.at(-1)?.state).toBe(state);
      const now = diagramOf(path).states.filter(({ role }) => role === 'now');
      expect(now.map((one) => one.state)).toEqual([state]);
      expect(whyOf(states, id, end.nowMs)).toMatch(/^(It|As|A block|Its|Screening|[A-Z-]+ is)/);
      const fees = await feeHistoryOf(past, events, steps, end);
      expect(fees !== undefined).toBe(attemptsOf(steps).length > 0);
      const isOver = wallet.transitions[state].length === 0;
      if (isOver) expect(actionsFor(transaction)).toEqual([]);
    }
  });
});
