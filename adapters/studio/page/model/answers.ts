// How often the server has answered the reads of the page: what a button says of a server that did not answer is over then.

import { signal } from '@preact/signals';

export const answers = signal(0);
