import { describe, expect, it } from 'vitest';
import { geodata } from '../../../adapters/services/calendar/control/wire.ts';

describe('geodata', () => {
  it('takes minus zero for zero, as it is when it is read from the log again', () => {
    expect(geodata.parse(JSON.parse('{"latitude":-0,"longitude":-0.0}'))).toStrictEqual({
      latitude: 0,
      longitude: 0,
    });
    expect(geodata.parse({ latitude: -90, longitude: 180 })).toStrictEqual({
      latitude: -90,
      longitude: 180,
    });
  });
});
