import { describe, expect, it } from 'vitest';
import { geodata } from '../../../adapters/services/calendar/control/wire.ts';

describe('geodata', () => {
  it('turns -0 into 0, as a round trip through the log does', () => {
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
