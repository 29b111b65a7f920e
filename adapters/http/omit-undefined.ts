// The kernel's helper under the path that adapters import.

export { omitUndefined } from '../../core/index.ts';
