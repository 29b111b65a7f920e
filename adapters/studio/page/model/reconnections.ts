// How often the server has answered again after it had not: what a button says of a failed request is then over.

import { signal } from '@preact/signals';

export const reconnections = signal(0);
