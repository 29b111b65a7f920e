// Measured sound in a frame, as hops.

import { base64ToBytes, base64ToUint16s } from '../../kernel/base64.ts';
import type { MeasuredSound } from '../commands.ts';
import type { MeasuredHop } from './hear.ts';

export function hopsIn({ levels, fingerprints }: MeasuredSound): readonly MeasuredHop[] {
  const levelOf = base64ToBytes(levels);
  return base64ToUint16s(fingerprints).map((fingerprint, hop) => ({
    level: levelOf[hop] as number,
    fingerprint,
  }));
}

export function hopCount({ levels }: MeasuredSound): number {
  return base64ToBytes(levels).length;
}
