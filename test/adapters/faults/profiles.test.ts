// The packaged profiles of faults, as clients meet them.

import { expect, it } from 'vitest';
import { withFaultProfile } from '../../../adapters/fixture/profile.ts';
import { serverForEach } from '../../support/server/requests.ts';

const server = serverForEach();

it('rate-limited refuses every fourth request, and says when to retry', async () => {
  const fixture = withFaultProfile(undefined, 'rate-limited');
  await server().control('POST', '/worlds', { name: 'limited', fixture });
  const answers = [];
  for (let count = 0; count < 8; count += 1) {
    answers.push(await server().request('GET', '/w/limited/v1/w3s/wallets'));
  }
  const [served, refused] = [200, 429];
  const round = [served, served, served, refused];
  expect(answers.map(({ status }) => status)).toEqual([...round, ...round]);
  expect(answers[3]?.headers.get('retry-after')).toBe('1');
});
