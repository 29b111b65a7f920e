// Not written yet.

import type { Effort, Figure } from './figures.ts';

export async function coreFigures(_effort: Effort): Promise<readonly Figure[]> {
  return [];
}
