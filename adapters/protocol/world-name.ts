// The names of worlds, which paths and headers contain.

import { worldNameCharsMax } from './limits.ts';

/** Letters, digits, dot, dash, underscore. */
export const worldNamePattern = new RegExp(
  `^[A-Za-z0-9][A-Za-z0-9._-]{0,${worldNameCharsMax - 1}}$`,
);
