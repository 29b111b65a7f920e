// Not written yet.

import type { Effort, Figure } from './figures.ts';

export async function storeFigures(_effort: Effort): Promise<readonly Figure[]> {
  return [];
}
