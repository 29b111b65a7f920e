import { expect, it } from 'vitest';
import { ShortIds } from '../../../../adapters/recording/inspect/short-ids.ts';

it('shortens UUIDs, addresses and hashes', () => {
  const hash = 'ab'.repeat(32);
  const text = `/w/a11ce/11111111-0000-4000-8000-000000000000 0x${'1'.repeat(40)} 0x${hash} ${hash} 0x12`;
  expect(new ShortIds().shorten(text)).toBe(
    '/w/a11ce/11111111 0x1111…1111 0xabab…abab abababab… 0x12',
  );
});

it('distinguishes ids with the same beginning', () => {
  const ids = new ShortIds();
  const [one, other] = ['0', '1'].map((digit) => `11111111-0000-4000-8000-00000000000${digit}`);
  expect(ids.shorten(`${one} ${other} ${one}`)).toBe(`11111111 ${other} 11111111`);
});
