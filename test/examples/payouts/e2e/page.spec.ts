// The page in a browser whose clock follows the world's.

import { expect, test as base } from 'reprise/playwright';
import type { Service } from '../src/service.ts';
import { payoutTo, postPayout, serviceFor } from '../test/service.ts';

const test = base.extend<{ service: Service }>({
  service: async ({ world }, use) => {
    const service = await serviceFor(world);
    await use(service);
    await service.close();
  },
});
test.use({ worldOptions: { fixture: 'wallet/treasury' } });

test('the page follows a payout that gets stuck', async ({ page, world, service }) => {
  await world.faults.add({ kind: 'stick', when: { count: 1 } });
  await postPayout(service, payoutTo(world));
  await page.goto(service.url);
  const row = page.getByRole('row', { name: 'invoice-7' });
  await expect(row).toContainText('12.50 USDC');
  await expect(row).toContainText('pending');

  await world.clock.advance('10m');
  await expect(row).toContainText('paid');
  expect(await world.events('TransactionAccelerated')).toHaveLength(1);
});
