// Not written yet.

import type { Effort, Figure } from './figures.ts';

export async function worldFigures(_effort: Effort): Promise<readonly Figure[]> {
  return [];
}
