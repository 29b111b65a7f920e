// An image that posts refer to. Images and posts share one counter of ids.

import type { ImageFile } from '../text/image-url.ts';

export interface Image extends ImageFile {
  readonly id: number;
  /** The URL that it was attached by. */
  readonly source: string;
}
