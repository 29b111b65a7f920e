// The endpoint for webhooks: it accepts only the wallet service's signature, and applies repeated webhooks once.

import { describe, expect, type TestWorld } from 'reprise/vitest';
import { payoutTo, postPayout } from './service.ts';
import { test } from './service-test.ts';

interface Webhook {
  readonly headers: Record<string, string>;
  readonly text: string;
}

/** The webhooks that the world has sent: a recording has one JSON object per line. */
async function webhooksOf(world: TestWorld): Promise<readonly Webhook[]> {
  const entries = (await world.recording())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return entries.filter(({ kind }) => kind === 'webhook.attempt');
}

describe('a webhook', () => {
  test('that comes twice counts once', async ({ world, service }) => {
    await world.faults.add({ kind: 'double-webhook' });
    await world.faults.add({ kind: 'stick', when: { count: 1 } });
    const { body } = await postPayout(service, payoutTo(world));
    await world.clock.untilIdle();
    expect(service.payouts.find(body.id)?.status).toBe('paid');
    expect(await world.events('TransactionAccelerated')).toHaveLength(1);
  });

  test('is refused unless the wallet service has signed it', async ({ world, service }) => {
    const { body } = await postPayout(service, payoutTo(world));
    await world.clock.advance('1s');
    const [signed] = (await webhooksOf(world)).filter(({ text }) => text.includes('"SENT"'));
    const text = signed?.text.replace('"SENT"', '"COMPLETE"') ?? '';
    const send = async (headers: Record<string, string> = {}) =>
      (await fetch(`${service.url}/webhooks`, { method: 'POST', headers, body: text })).status;

    expect(text).toContain('"COMPLETE"');
    expect(await send(signed?.headers)).toBe(401);
    expect(await send()).toBe(401);
    const unknownKey = '00000000-0000-4000-8000-000000000000';
    expect(await send({ ...signed?.headers, 'X-Circle-Key-Id': unknownKey })).toBe(401);
    expect(service.payouts.find(body.id)?.status).toBe('pending');
  });
});

test('the page lists payouts', async ({ world, service }) => {
  await postPayout(service, { ...payoutTo(world), reference: '<b>7</b>' });
  await world.clock.untilIdle();
  const page = await (await fetch(service.url)).text();
  expect(page).toContain('<td>&#60;b&#62;7&#60;/b&#62;</td><td>12.50 USDC</td>');
  expect(page).toContain('<td>paid</td>');
});
