import { describe, expect, it } from 'vitest';
import { instant, instantMs } from '../../../adapters/protocol/instant.ts';

describe('instantMs', () => {
  it.each([
    ['2026-01-01', Date.UTC(2026, 0, 1)],
    ['2026-01-01T10:20', Date.UTC(2026, 0, 1, 10, 20)],
    ['2026-01-01T10:20:30', Date.UTC(2026, 0, 1, 10, 20, 30)],
    ['2026-01-01T10:20:30Z', Date.UTC(2026, 0, 1, 10, 20, 30)],
    ['2026-01-01T10:20:30.25Z', Date.UTC(2026, 0, 1, 10, 20, 30, 250)],
    ['2026-01-01T10:20:30.123456789Z', Date.UTC(2026, 0, 1, 10, 20, 30, 123)],
    ['2026-01-01T10:20:30+02:00', Date.UTC(2026, 0, 1, 8, 20, 30)],
    ['2026-01-01T10:20:30-0330', Date.UTC(2026, 0, 1, 13, 50, 30)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
  ])('reads %s', (text, atMs) => {
    expect(instantMs(text)).toBe(atMs);
  });

  it('reads texts without a zone as UTC, in any zone of the host', () => {
    expect(instantMs('2026-07-01T12:00:00')).toBe(instantMs('2026-07-01T12:00:00Z'));
    expect(instantMs('2026-07-01')).toBe(instantMs('2026-07-01T00:00:00Z'));
  });

  it.each([
    '',
    'now',
    '2026',
    '2026-01',
    '2026-1-1',
    '01/02/2026',
    '1767225600000',
    'Thu, 01 Jan 2026 00:00:00 GMT',
    '2026-01-01 10:20',
    '2026-01-01T10',
    '2026-01-01T10:20:30.Z',
    '2026-01-01T10:20:30.0123456789Z',
    '2026-13-01',
    '2026-00-10',
    '2026-01-32',
    '2026-01-01T25:00:00Z',
    '2026-01-01T10:60:00Z',
    '2026-01-01T10:20:60Z',
    '2026-01-01T00:00:00+99:99',
    '+012026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
  ])('does not read %j', (text) => {
    expect(instantMs(text)).toBeUndefined();
  });

  it.each(['2026-02-29', '2026-02-30T00:00:00Z', '2026-02-31', '2026-04-31T10:00:00+02:00'])(
    'does not read %s, which is not a valid day',
    (text) => {
      expect(instantMs(text)).toBeUndefined();
    },
  );
});

describe('the schema of an instant', () => {
  it('parses to milliseconds', () => {
    expect(instant.parse('2026-01-01T00:00:01Z')).toBe(1_767_225_601_000);
  });

  it.each([7, null, 'tomorrow', `2026-01-01${'0'.repeat(60)}`])('refuses %j', (value) => {
    expect(instant.safeParse(value).success).toBe(false);
  });
});
