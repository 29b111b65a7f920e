import { expect, it, vi } from 'vitest';
import { runDemo } from '../demo/demo.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

it('prints the same story twice, to the last hash and digest, with random idempotency keys', async () => {
  const [first, second]: [string[], string[]] = [[], []];
  expect(await runDemo((line) => first.push(line))).toBe(true);
  expect(await runDemo((line) => second.push(line))).toBe(true);
  expect(second).toEqual(first);
  const story = first.join('\n');
  expect(story).toMatch(/is STUCK, hash 0x[0-9a-f]{64}/);
  expect(story).toMatch(/accelerated: SENT/);
  expect(story.match(/the transfer is COMPLETE/g)).toHaveLength(2);
});
