// An image that posts refer to: an attachment, with an id of the counter of posts.

import type { ImageFile } from '../text/image-url.ts';

export interface Image extends ImageFile {
  readonly id: number;
  /** The address that it was taken from. */
  readonly source: string;
}
