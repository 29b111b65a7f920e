// Images as they are printed (reference/calendar.md section 2.7).

import { calendar, memoizeByRecord } from '../../../../core/index.ts';
import type { Links } from '../links.ts';
import { uploadOf } from './addresses.ts';

/** An image as JSON, kept: whatever refers to an address has the one image that was taken from it. */
export const printImage = memoizeByRecord((image: calendar.Image, links: Links) => {
  const { id, fileName, extension, width, height, fileBytes } = image;
  const sizes = calendar.imageSizeNames.map((name) => {
    const size = image.sizes[name];
    const printed = {
      width: size.width,
      height: size.height,
      'mime-type': size.mimeType,
      filesize: size.fileBytes,
      url: uploadOf(links, size.fileName),
    };
    return [name, printed] as const;
  });
  return JSON.stringify({
    url: uploadOf(links, fileName),
    id,
    extension,
    width,
    height,
    filesize: fileBytes,
    sizes: Object.fromEntries(sizes),
  });
});
