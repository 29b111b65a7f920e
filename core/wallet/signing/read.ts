// The result of reading a payload: the payload, or why it cannot be signed.

import type { Result } from '../../kernel/result.ts';
import type { DetailedRejection } from '../rejections.ts';

export type Read<T> = Result<T, DetailedRejection>;
