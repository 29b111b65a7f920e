// What the functions that read a payload answer with: the payload as it was understood, or why it cannot be signed.

import { err, type Err, type Result } from '../../kernel/result.ts';
import type { RejectionCode, WalletRejection } from '../rejections.ts';

export type Read<T> = Result<T, WalletRejection>;

export function unusable(code: RejectionCode, detail: string): Err<WalletRejection> {
  return err({ code, detail });
}
