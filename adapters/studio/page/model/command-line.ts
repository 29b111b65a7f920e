// The command line that does the same as a button.

import { shellWord } from '../../../shell-quotes.ts';

/** Such as `reprise fork default stuck --at 12`. */
export function commandLine(...words: readonly (string | number)[]): string {
  return ['reprise', ...words.map((word) => shellWord(String(word)))].join(' ');
}

/** The words that name a world; that of the world `default` needs none. */
export function inWorld(name: string): readonly string[] {
  return name === 'default' ? [] : ['--world', name];
}
