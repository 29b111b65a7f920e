// The account that the service is for.

import type { ReadonlyWalletState } from '../state.ts';

export interface EntityView {
  readonly appId: string;
}

export function entityView({ appId }: ReadonlyWalletState): EntityView {
  return { appId };
}
