// An image of posts. Images and posts share one id counter.

import type { ImageFile } from '../text/image-url.ts';

export interface Image extends ImageFile {
  readonly id: number;
  /** The URL by which it was attached. */
  readonly source: string;
}
